#!/usr/bin/env python3
"""Runs every subcommand in every format while something outside of layoutq fails: pipes, devices, files, memory, signals.

usage: faults_test.py LAYOUTQ                tests the program that users get
       faults_test.py LAYOUTQ INTERRUPTED    compares its answers with those of a build whose reads and writes are short
"""

import os
import pathlib
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
TILE = ["--spt", "1,4", "--tpw", "8,4", "--wpc", "2,1"]
KERNEL = str(DATA / "transpose_f32.ttgir")
ROWS = ["table", "csv", "json", "jsonl"]
PICTURES = ["svg", "html"]
QUESTIONS = [
    (["owners", *TILE, "9,6", "0,0"], ROWS),
    (["map", *TILE], ROWS + PICTURES + ["triton"]),
    (["map", *TILE, "--view", "thread"], ROWS),
    (["map", "-l", "SwizzledSharedLayout(4, 1, 8, [1, 0])", "--shape", "8,32"], ROWS + PICTURES),
    (["reps", *TILE], ROWS),
    (["reduce", *TILE], ROWS + PICTURES),
    (["sectors", *TILE], ROWS + PICTURES),
    (["slice", *TILE, "--dim", "1"], ROWS + PICTURES),
    (["banks", *TILE, "--shared", "SwizzledSharedLayout(4, 1, 8, [1, 0])"], ROWS + PICTURES),
    (["bases", *TILE], ROWS),
    (["convert", "#blocked", "#blocked1", "--from", KERNEL, "--shape", "64,64"], ROWS),
    (["diff", "#blocked", "#blocked1", "--from", KERNEL, "--shape", "64,64"], ROWS),
    (["layouts", KERNEL], ROWS),
    (["inspect", KERNEL], ROWS),
    ([*TILE], ROWS),
]
COMMANDS = [[*question, "--format", form] for question, forms in QUESTIONS for form in forms]
# These need megabytes of memory.
HUNGRY = [["inspect", str(DATA / f"{name}.ttgir"), "--format", form] for form in ROWS
          for name in ("triton_per_fused_slice_sort_0", "attention_f16", "matmul_f16_small")]
# This would run for years.
HUGE = ["map", *TILE, "--shape", "1073741824,1073741824", "--csv"]

HANGS = 600  # seconds, after which a run counts as hung; no result depends on how long it took

failed = 0


def check(holds: bool, *what) -> None:
    global failed
    if not holds:
        failed += 1
        print("FAILED:", *what)


def run(layoutq: str, *arguments: str, **how) -> subprocess.CompletedProcess:
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **how}
    return subprocess.run([layoutq, *arguments], check=False, timeout=HANGS, **how)


def refused(result: subprocess.CompletedProcess, *words: str) -> bool:
    """True if it exited with 2 and printed one line to standard error that contains these words."""
    line = result.stderr.decode()
    return (result.returncode == 2 and line.startswith("layoutq: ") and line.count("\n") == 1
            and line.endswith("\n") and all(word in line for word in words))


def as_nobody() -> None:
    """Becomes the user nobody, since root may write protected files."""
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


def closed_pipe(layoutq: str) -> None:
    for command in COMMANDS:
        for ignored in (False, True):  # even if the parent ignores SIGPIPE
            read_end, write_end = os.pipe()
            os.close(read_end)
            result = run(layoutq, *command, stdout=write_end, restore_signals=not ignored)
            os.close(write_end)
            check(result.returncode == -signal.SIGPIPE and result.stderr == b"", "closed pipe", command, result)


def full_device(layoutq: str) -> None:
    for command in COMMANDS:
        with open("/dev/full", "wb") as full:
            result = run(layoutq, *command, stdout=full)
        check(refused(result, "standard output", "No space left"), "full", command, result)
        result = run(layoutq, *command, "-o", "/dev/full")
        check(refused(result, "/dev/full", "No space left"), "-o full", command, result)


def output_files(layoutq: str, folder: pathlib.Path) -> None:
    protected, sealed = folder / "protected", folder / "sealed"
    protected.write_text("old")
    protected.chmod(0o444)
    sealed.mkdir()
    (sealed / "file").write_text("old")
    (sealed / "file").chmod(0o666)
    sealed.chmod(0o555)
    for command in COMMANDS:
        result = run(layoutq, *command, "-o", str(protected), preexec_fn=as_nobody)
        check(refused(result, "Permission denied"), "read-only", command, result)
        result = run(layoutq, *command, "-o", str(sealed / "new"), preexec_fn=as_nobody)
        check(refused(result, "Permission denied"), "read-only folder", command, result)
        result = run(layoutq, *command, "-o", str(folder))
        check(refused(result, "Is a directory"), "directory", command, result)
        result = run(layoutq, *command, "-o", str(folder / "none" / "file"))
        check(refused(result, "No such file"), "no folder", command, result)

        expected = run(layoutq, *command)
        new = folder / "new"
        result = run(layoutq, *command, "-o", str(new), preexec_fn=lambda: os.umask(0o027))
        check(result.returncode == expected.returncode and new.read_bytes() == expected.stdout,
              "-o", command, result)
        check(stat.S_IMODE(new.stat().st_mode) == 0o640, "the mode of a new file", command)
        new.unlink()
    check(protected.read_text() == "old" and sorted(os.listdir(sealed)) == ["file"], "protected files changed")

    # A file in a folder where nobody may create another is written in place.
    expected = run(layoutq, "reps", *TILE).stdout
    run(layoutq, "reps", *TILE, "-o", str(sealed / "file"), preexec_fn=as_nobody)
    check((sealed / "file").read_bytes() == expected, "in place")
    # Symbolic links and the permissions of files are kept. A link may lead to a file that does not exist yet.
    (folder / "target").write_text("old")
    (folder / "target").chmod(0o604)
    for name, target in (("link", "target"), ("link2", "link"), ("dangling", "later")):
        (folder / name).symlink_to(target)
    run(layoutq, "reps", *TILE, "-o", str(folder / "link2"))
    run(layoutq, "reps", *TILE, "-o", "dangling", cwd=folder)
    check((folder / "target").read_bytes() == expected and (folder / "later").read_bytes() == expected
          and (folder / "link").is_symlink() and (folder / "link2").is_symlink()
          and (folder / "dangling").is_symlink(), "symbolic links")
    check(stat.S_IMODE((folder / "target").stat().st_mode) == 0o604, "the mode of an old file")
    (folder / "circle").symlink_to("circle")
    check(refused(run(layoutq, "reps", *TILE, "-o", str(folder / "circle")), "Too many levels"), "circle")
    # A file keeps its owner, whoever writes it, and its other hard links.
    if os.getuid() == 0:
        owned = folder / "owned"
        owned.write_text("old")
        owned.chmod(0o666)
        os.chown(owned, 1234, 1234)
        for who in (None, as_nobody):
            run(layoutq, "reps", *TILE, "-o", str(owned), preexec_fn=who)
            check(owned.read_bytes() == expected and (owned.stat().st_uid, owned.stat().st_gid) == (1234, 1234), "owner", who)
        folder.chmod(0o1777)
        owned.write_text("old")
        run(layoutq, "reps", *TILE, "-o", str(owned), preexec_fn=as_nobody)
        check(owned.read_bytes() in (expected, b"old"), "a sticky folder")  # the kernel may forbid the write
    (folder / "other").hardlink_to(folder / "target")
    (folder / "other").write_text("old")
    run(layoutq, "reps", *TILE, "-o", str(folder / "other"))
    check((folder / "target").read_bytes() == expected, "hard links")
    # Output is appended to an open file, which is not opened again.
    log = folder / "log"
    log.write_text("old\n")
    for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        with open(log, "ab") as append:
            run(layoutq, "reps", *TILE, "-o", name, stdout=append)
    check(log.read_bytes() == b"old\n" + 3 * expected, "/dev/stdout")
    # A FIFO is written to and not replaced.
    os.mkfifo(folder / "fifo")
    with subprocess.Popen(["cat", str(folder / "fifo")], stdout=subprocess.PIPE) as reader:
        run(layoutq, "reps", *TILE, "-o", str(folder / "fifo"))
        check(reader.communicate(timeout=HANGS)[0] == expected, "FIFO")
    check((folder / "fifo").is_fifo(), "the FIFO itself")


def half_an_answer(layoutq: str, folder: pathlib.Path) -> None:
    """Whatever ends a run early, the output file keeps its old content, and no other file is left."""
    empty, old = folder / "empty", folder / "old"
    for place in (empty, old):
        place.mkdir()
    (old / "file").write_text("old")

    def unchanged(what: str) -> None:
        check(os.listdir(empty) == [] and os.listdir(old) == ["file"] and (old / "file").read_text() == "old", what)

    for place in (empty, old):
        target = ["-o", str(place / "file")]
        for form in ROWS:
            result = run(layoutq, "owners", *TILE, *target, "--format", form, "-", input=b"9,6\n99,6\n", stdin=None)
            check(refused(result, "line 2"), "an error in the second line", result)
        unchanged("after an error")

        def small_files() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

        result = run(layoutq, *HUGE, *target, preexec_fn=small_files)
        check(refused(result, "File too large"), "a limit on files", result)
        unchanged("after a limit on files")

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU):
            with subprocess.Popen([layoutq, *HUGE, *target], stderr=subprocess.PIPE) as process:
                while len(os.listdir(place)) == (0 if place == empty else 1) and process.poll() is None:
                    time.sleep(0.001)
                process.send_signal(number)
                code = process.wait(timeout=HANGS)
            check(code == -number, number, "ends a map to a file", code)
            unchanged(f"after {number}")


def interrupts_a_map(layoutq: str) -> None:
    for form in ROWS:
        with subprocess.Popen([layoutq, *HUGE[:-1], "--format", form], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            # The first row of a table alone is huge.
            process.stdout.read(1 << 16)
            process.send_signal(signal.SIGINT)
            process.stdout.close()
            code = process.wait(timeout=HANGS)
            check(code == -signal.SIGINT, "SIGINT", form, code)
            check(process.stderr.read() == b"", "nothing is printed after SIGINT", form)


def no_memory(layoutq: str) -> None:
    """With any memory limit that lets the program load, it prints the answer or one line that says why not."""

    def with_memory(kilobytes: int, *arguments: str) -> subprocess.CompletedProcess:
        def little() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (kilobytes << 10, kilobytes << 10))

        try:
            return run(layoutq, *arguments, preexec_fn=little)
        except OSError as error:  # not enough to load the program
            return subprocess.CompletedProcess(arguments, -1, b"", str(error).encode())

    loads = next(size for size in range(1000, 1 << 20, 50) if with_memory(size, "--version").returncode == 0)
    refusals = 0
    for command in [*COMMANDS, *HUNGRY]:
        expected = run(layoutq, *command)
        for more in (0, 40, 80, 160, 320, 640, 40000):
            result = with_memory(loads + more, *command)
            if result.returncode == expected.returncode:
                check(result.stdout == expected.stdout, "another answer with little memory", more, command)
            else:
                check(refused(result, "out of memory") and more < 40000, "no memory", more, command, result)
                refusals += 1
    check(refusals > 10, "memory was too small only", refusals, "times")


def interrupted(layoutq: str, other: str) -> None:
    for command in COMMANDS:
        expected = run(layoutq, *command)
        result = run(other, *command)
        check((result.returncode, result.stdout, result.stderr) ==
              (expected.returncode, expected.stdout, expected.stderr), "short reads and writes", command)
    for question in (["layouts", "-"], ["inspect", "-"]):
        with open(KERNEL, "rb") as text:
            expected = run(layoutq, *question, stdin=text)
        with open(KERNEL, "rb") as text:
            check(run(other, *question, stdin=text).stdout == expected.stdout, "short reads", question)
    lines = b"".join(b"%d,%d\n" % (i % 16, i * 7 % 16) for i in range(1000))
    command = ["owners", *TILE, "--csv", "-"]
    check(run(other, *command, input=lines, stdin=None).stdout ==
          run(layoutq, *command, input=lines, stdin=None).stdout, "short reads of coordinates")
    # If a file is truncated while it is read, the answer is for the part that was read, or an error.
    for question in (["layouts", KERNEL], ["inspect", KERNEL], ["reps", "-l", "#blocked", "-i", KERNEL]):
        result = run(other, *question, env={**os.environ, "LAYOUTQ_EMPTIED": "1"})
        check(result.returncode == 0 or refused(result), "emptied", question, result)
        check(result.stdout != run(layoutq, *question).stdout, "reads are not short: is `read` wrapped?", question)
    # A socket that keeps messages apart shows the size of a single write.
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    run(other, *COMMANDS[0], stdout=theirs)
    check(len(ours.recv(1 << 16)) <= 61, "writes are not short: is `write` wrapped?")


def reachable(layoutq: str, folder: pathlib.Path) -> str:
    """Copies the program and its input files to where the user nobody may read them; returns the path of the program."""
    for command in [*COMMANDS, *HUNGRY]:
        for i, word in enumerate(command):
            if word.startswith(str(DATA)):
                command[i] = shutil.copy(word, folder)
    return shutil.copy(layoutq, folder)


def main() -> None:
    layoutq = str(pathlib.Path(sys.argv[1]).resolve())
    if len(sys.argv) > 2:
        interrupted(layoutq, str(pathlib.Path(sys.argv[2]).resolve()))
    else:
        closed_pipe(layoutq)
        full_device(layoutq)
        interrupts_a_map(layoutq)
        no_memory(layoutq)
        # In a folder that everybody may enter.
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            folder.chmod(0o777)
            (folder / "program").mkdir()
            layoutq = reachable(layoutq, folder / "program")
            output_files(layoutq, folder)
            half_an_answer(layoutq, folder)
    print(f"{len(COMMANDS)} command lines, {failed} faults")
    sys.exit(1 if failed else 0)


main()
