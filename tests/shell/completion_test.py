#!/usr/bin/env python3
"""Types command lines into real shells, presses Tab, and checks the line that the shell then has.

usage: completion_test.py LAYOUTQ bash|zsh|fish   (exits with 77 if the shell is not installed)
"""

import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77  # the exit code that ctest counts as skipped
HANGS = 600  # seconds, after which a shell counts as hung

# The line before Tab, and the line after it. A space at the end means that the word is complete.
LINES = {
    "layoutq ow": "layoutq owners ",
    "layoutq sli": "layoutq slice ",
    "layoutq map --vi": "layoutq map --view",
    "layoutq map --view th": "layoutq map --view thread ",
    "layoutq map --view=th": "layoutq map --view=thread ",
    "layoutq map --cell warp:lane:r": "layoutq map --cell warp:lane:register ",
    "layoutq owners --dtype fp8e4": "layoutq owners --dtype fp8e4nv ",
    "layoutq owners --no-h": "layoutq owners --no-header ",
    "layoutq reduce --format js": "layoutq reduce --format json",  # or jsonl
    "layoutq owners --spt 1,4 --from ker": "layoutq owners --spt 1,4 --from kernel.ttgir ",
    "layoutq owners --spt 1,4 -o ker": "layoutq owners --spt 1,4 -o kernel.ttgir ",
    "layoutq inspect ker": "layoutq inspect kernel.ttgir ",
    "layoutq diff kernel.ttgir ker": "layoutq diff kernel.ttgir kernel.ttgir ",
    "layoutq inspect --so": "layoutq inspect --sort",
    "layoutq owners ker": "layoutq owners ker",  # a coordinate is not a file
    "layoutq owners --spt ker": "layoutq owners --spt ker",
    "layoutq --ver": "layoutq --version ",
    "layoutq --generate fi": "layoutq --generate fish ",
    "layoutq --strid": "layoutq --strides",
}

# Each setup makes Control-X write the line that is being edited to the file "line".
SETUP = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        r"""PS1='> '; source ./completions; bind 'set bell-style none'
bind -x '"\C-x": printf %s "$READLINE_LINE" >new; mv new line'
""",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        r"""PS1='> '; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d ./dump; setopt no_beep
show() { print -rn -- "$BUFFER" >new; mv new line }; zle -N show; bindkey '^X' show; bindkey -r '^Xh' 2>/dev/null
""",
    ),
}


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, name: str, folder: pathlib.Path, path: str):
        self.folder = folder
        command, setup = SETUP[name]
        environment = {"PATH": path, "TERM": "dumb", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self.type(setup + ": >ready\n")
        self.wait_for("ready")

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def wait_for(self, name: str) -> str:
        """Returns what the shell writes to a file of that name, and removes the file."""
        path = self.folder / name
        end = time.monotonic() + HANGS
        while time.monotonic() < end:
            # The shell blocks unless its output is read.
            if select.select([self.terminal], [], [], 0.02)[0]:
                os.read(self.terminal, 1 << 16)
            elif path.exists():
                text = path.read_text()
                path.unlink()
                return text
        sys.exit(f"the shell did not answer: {name}")

    def completed(self, text: str) -> str:
        self.type(f"{text}\t\x18")
        line = self.wait_for("line")
        self.type("\x15")  # Control-U: an empty line again
        return line

    def close(self) -> None:
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)


def completed_by_fish(text: str, folder: pathlib.Path, path: str) -> str:
    """fish prints the candidates; Tab would insert the prefix that they have in common."""
    environment = {"PATH": path, "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    script = 'source ./completions; complete -C "$argv[1]"'
    answer = subprocess.run(["fish", "--no-config", "-c", script, text], cwd=folder, env=environment,
                            check=True, text=True, stdout=subprocess.PIPE).stdout
    words = [line.split("\t")[0] for line in answer.splitlines()]
    start = text[: text.rfind(" ") + 1]
    if not words:
        return text
    common = os.path.commonprefix(words)
    return start + common + (" " if len(words) == 1 and not common.endswith("=") else "")


def main() -> None:
    layoutq, name = sys.argv[1:]
    if shutil.which(name) is None:
        print(f"skipped: {name} is not installed")
        sys.exit(SKIPPED)
    path = f"{pathlib.Path(layoutq).resolve().parent}:{os.environ['PATH']}"
    failed = 0
    with tempfile.TemporaryDirectory() as folder_name:
        folder = pathlib.Path(folder_name)
        script = subprocess.run([layoutq, "--generate", name], check=True, stdout=subprocess.PIPE).stdout
        (folder / ("_layoutq" if name == "zsh" else "completions")).write_bytes(script)
        (folder / "kernel.ttgir").touch()
        shell = Shell(name, folder, path) if name in SETUP else None
        for text, expected in LINES.items():
            got = shell.completed(text) if shell else completed_by_fish(text, folder, path)
            # zsh also inserts the = of a flag that takes a value, and fish inserts no space after it.
            if got.rstrip("= ") != expected.rstrip() or (expected.endswith(" ") and not got.endswith(" ")):
                print(f"{name}: {text!r} became {got!r}, not {expected!r}")
                failed += 1
        if shell:
            shell.close()
    print(f"{name}: {len(LINES) - failed} of {len(LINES)} lines as expected")
    sys.exit(1 if failed else 0)


main()
