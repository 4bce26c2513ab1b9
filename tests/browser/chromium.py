"""Drive headless Chromium over the DevTools protocol, through --remote-debugging-pipe."""

from __future__ import annotations

import base64
import io
import json
import os
import select
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Callable

from PIL import Image

FLAGS = """
--headless=new --remote-debugging-pipe --no-startup-window --no-sandbox --disable-gpu --no-first-run
--disable-dev-shm-usage --disable-background-networking --disable-component-update --disable-sync
--disable-default-apps --disable-extensions --disable-breakpad --no-default-browser-check
--disable-features=Translate,MediaRouter,OptimizationHints --password-store=basic --lang=en-US
--disable-background-timer-throttling --disable-renderer-backgrounding --disable-hang-monitor
--disable-backgrounding-occluded-windows --force-color-profile=srgb --hide-scrollbars
""".split()
# Move the debugging pipes, which Popen gives as stdin and stdout, to the places Chromium wants.
LAUNCH = ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh"]
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
KEYS = dict(Backspace=8, Tab=9, Enter=13, Escape=27, PageUp=33, PageDown=34, End=35, Home=36,
            ArrowLeft=37, ArrowUp=38, ArrowRight=39, ArrowDown=40, Delete=46)
CHARACTERS = {  # by the plain and the shifted character of a key
    "  ": ("Space", 32), ";:": ("Semicolon", 186), "=+": ("Equal", 187), ",<": ("Comma", 188),
    "-_": ("Minus", 189), ".>": ("Period", 190), "/?": ("Slash", 191), "`~": ("Backquote", 192),
    "[{": ("BracketLeft", 219), "\\|": ("Backslash", 220), "]}": ("BracketRight", 221),
    "'\"": ("Quote", 222),
    **{f"{c.lower()}{c}": (f"Key{c}", ord(c)) for c in map(chr, range(65, 91))},
    **{f"{n}{')!@#$%^&*('[n]}": (f"Digit{n}", 48 + n) for n in range(10)}}
ALT, CONTROL, META, SHIFT = 1, 2, 4, 8


class Chromium:
    """A headless Chromium with a fresh profile, alive inside a with block."""

    def __init__(self, binary: str = "chromium", timeout: float = 300.0) -> None:
        """Take the program to start, and the seconds after which a wait is taken for a hang."""
        self.binary, self.timeout = binary, timeout
        self._last_id, self._unread = 0, b""
        self._answers: dict[int, dict | None] = {}
        self._pages: dict[str, Page] = {}  # by session; frames and workers have sessions, too

    def __enter__(self) -> Chromium:
        """Start Chromium; its first command waits until it is up."""
        self._home = tempfile.TemporaryDirectory(  # in /tmp, since a socket's path must be short
            prefix="chromium-", dir="/tmp", ignore_cleanup_errors=True)
        home = self._home.name
        places = dict.fromkeys(["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"], home)
        with open(f"{home}/stderr", "wb") as stderr:
            self._process = subprocess.Popen(
                [*LAUNCH, self.binary, *FLAGS, f"--user-data-dir={home}/profile"], bufsize=0,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr,
                env=os.environ | places, start_new_session=True)
        return self

    def __exit__(self, *_: object) -> None:
        """Kill Chromium with all its processes and remove its profile."""
        with self._home, self._process, suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def page(self, width: int = 1000, height: int = 800, dark: bool = False) -> Page:
        """Open a new blank page with a viewport of this size."""
        return Page(self, width, height, dark)

    def command(self, method: str, params: dict | None = None, session: str = "") -> dict:
        """Send a DevTools command and return its result."""
        number = self._post(method, params, session)
        self._answers[number] = None
        self.wait(lambda: self._answers[number], f"an answer to {method}")
        answer = self._answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def wait(self, done: Callable[[], Any], what: str) -> None:
        """Take in messages until done() holds."""
        deadline = time.monotonic() + self.timeout
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited {self.timeout:g} s for {what}{self._stderr_tail()}")
            self._receive(0.2)

    def _post(self, method: str, params: dict | None = None, session: str = "") -> int:
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": params or {}}
        message |= {"sessionId": session} if session else {}
        with suppress(BrokenPipeError):  # the next _receive reports that Chromium died
            self._process.stdin.write(json.dumps(message).encode() + b"\0")
        return self._last_id

    def _receive(self, timeout: float) -> None:
        readable = select.select([self._process.stdout], [], [], timeout)[0]
        data = os.read(self._process.stdout.fileno(), 1 << 20) if readable else b""
        if not data and (readable or self._process.poll() is not None):
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(2)
            raise RuntimeError(f"Chromium died ({self._process.poll()}){self._stderr_tail()}")
        *messages, self._unread = (self._unread + data).split(b"\0")
        for message in map(json.loads, messages):
            if message.get("id") in self._answers:
                self._answers[message["id"]] = message
            elif "method" in message and (page := self._pages.get(message.get("sessionId"))):
                page._notice(message["sessionId"], message["method"], message["params"])

    def _stderr_tail(self) -> str:
        lines = Path(self._home.name, "stderr").read_text(errors="replace").splitlines()
        return "; its stderr ends:\n" + "\n".join([x for x in lines if ":dbus/" not in x][-20:])


class Page:
    """One page of a Chromium, with the complaints and requests it made."""

    def __init__(self, browser: Chromium, width: int, height: int, dark: bool) -> None:
        """Make a target, attach to it and start to listen."""
        self._browser, self._loads = browser, set()
        self._complaints: list[str] = []
        self._requests: list[str] = []
        target = browser.command("Target.createTarget", {"url": "about:blank", "newWindow": True})
        attached = browser.command("Target.attachToTarget", target | {"flatten": True})
        self._target, self._session = target["targetId"], attached["sessionId"]
        self._listen(self._session)
        self._command("Page.setLifecycleEventsEnabled", enabled=True)
        self._command("Emulation.setFocusEmulationEnabled", enabled=True)
        self.resize(width, height)
        self.color_scheme(dark)

    @property
    def complaints(self) -> list[str]:
        """Uncaught exceptions, console errors and warnings, and logged errors and warnings."""
        with suppress(RuntimeError, TimeoutError):  # a dead page's messages are useful, too
            self.evaluate("0")
        return self._complaints

    @property
    def requests(self) -> list[str]:
        """The URLs of all requests so far, except data: URLs."""
        with suppress(RuntimeError, TimeoutError):
            self.evaluate("0")
        return self._requests

    def open(self, url: str) -> None:
        """Go to url and wait until it is loaded and painted; a mere new hash reloads nothing."""
        before = set(self._loads)
        answer = self._command("Page.navigate", url=url)
        if answer.get("errorText"):
            raise RuntimeError(f"cannot open {url}: {answer['errorText']}")
        if "loaderId" in answer:  # missing if the new URL loads nothing
            self._browser.wait(lambda: self._loads - before, f"{url} to load")
        self.evaluate(TWO_FRAMES)

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, that of a promise once it is settled."""
        answer = self._command("Runtime.evaluate", expression=expression, awaitPromise=True,
                               returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{_words(answer['exceptionDetails'])}\nin {expression[:200]}")
        odd = answer["result"].get("unserializableValue")  # NaN, Infinity or -0
        return float(odd) if odd else answer["result"].get("value")

    def mouse(self, x: float, y: float) -> None:
        """Move the mouse to a place of the viewport."""
        self._command("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, x: float, y: float) -> None:
        """Move the mouse to a place, press its left button there and release it."""
        self.mouse(x, y)
        for kind, buttons in ("mousePressed", 1), ("mouseReleased", 0):
            self._command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                          buttons=buttons, clickCount=1)

    def key(self, key: str, modifiers: int = 0) -> None:
        """Press and release a key of a US keyboard, with modifiers a sum of ALT, CONTROL, META, SHIFT."""
        typed = "\r" if key == "Enter" else key if len(key) == 1 else ""
        face = next((face for face in CHARACTERS if typed and typed in face), key)
        code, number = CHARACTERS.get(face) or (("", 0) if typed == key else (key, KEYS[key]))
        modifiers |= SHIFT if face.index(key) else 0
        text = "" if modifiers & (ALT | CONTROL | META) else typed
        for kind in {"type": "keyDown" if text else "rawKeyDown", "text": text}, {"type": "keyUp"}:
            self._command("Input.dispatchKeyEvent", key=key, code=code, modifiers=modifiers,
                          windowsVirtualKeyCode=number, **kind)

    def resize(self, width: int, height: int) -> None:
        """Give the viewport another size."""
        self._command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=False)
        self.evaluate(TWO_FRAMES)

    def color_scheme(self, dark: bool) -> None:
        """Prefer the dark or the light color scheme."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._command("Emulation.setEmulatedMedia", features=[scheme])
        self.evaluate(TWO_FRAMES)

    def screenshot(self) -> Image.Image:
        """Take an RGB picture of the viewport."""
        answer = self._command("Page.captureScreenshot", format="png")
        return Image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGB")

    def close(self) -> None:
        """Close the page."""
        self._browser.command("Target.closeTarget", {"targetId": self._target})

    def _command(self, method: str, **params: Any) -> dict:
        return self._browser.command(method, params, self._session)

    def _listen(self, session: str) -> None:
        self._browser._pages[session] = self
        attach = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        for method in ("Network.enable", "Runtime.enable", "Log.enable", "Page.enable",
                       "Target.setAutoAttach", "Runtime.runIfWaitingForDebugger"):
            self._browser._post(method, attach if "Attach" in method else {}, session)

    def _notice(self, session: str, event: str, params: dict) -> None:
        entry, complain = params.get("entry", params), self._complaints.append
        bad = entry.get("level", entry.get("type")) in ("error", "warning")
        if event == "Runtime.exceptionThrown":
            complain(f"exception: {_words(params['exceptionDetails'])}")
        elif event == "Runtime.consoleAPICalled" and bad:
            complain(" ".join([f"console.{params['type']}:", *map(_words, params["args"])]))
        elif event == "Log.entryAdded" and bad:
            complain(f"{entry['source']} {entry['level']}: {entry['text']} {entry.get('url', '')}")
        elif event in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            url = params.get("request", params)["url"]
            self._requests += [] if url.startswith("data:") else [url]
        elif event == "Target.attachedToTarget":  # a frame of another site, or a worker
            self._listen(params["sessionId"])
        elif event == "Page.javascriptDialogOpening":  # an open dialog would block the page for ever
            complain(f"{params['type']} dialog: {params['message']}")
            self._browser._post("Page.handleJavaScriptDialog", {"accept": True}, session)
        elif event == "Inspector.targetCrashed":
            raise RuntimeError("the page crashed")
        elif event == "Page.lifecycleEvent" and params["name"] == "load":
            self._loads |= {params["loaderId"]} if params["frameId"] == self._target else set()


def _words(thing: dict) -> str:
    """Describe ExceptionDetails or a RemoteObject of the protocol."""
    value = thing.get("exception", thing)
    return str(value.get("value", value.get("description", thing.get("text", value.get("type")))))
