"""What a person does with a page, and sees on it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class Screen:
    """A page in a browser."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver = driver
        self._emulated: dict[str, object] = {}
        self._wishes: dict[str, str] = {}
        self.begin(folder)

    def begin(self, folder: Path) -> None:
        """Write pages into this folder from now on; forget what was opened, written and requested."""
        self._folder = folder
        self._opened: set[str] = set()
        self._servers: tuple[str, ...] = ()
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)

    def open(self, page: str | Path, after: str = "") -> None:
        """Open a page, given as HTML or as a file, with something after its address."""
        if isinstance(page, str):
            path = self._folder / f"page-{len(self._opened)}.html"  # the same address could be the page that is there
            path.write_text(page, encoding="utf-8", newline="")
        else:
            path = page
        self.allow(path.as_uri() + after)
        self.go(path.as_uri() + after)

    def go(self, address: str) -> None:
        """Open what an address leads to."""
        self.driver.get(address)
        # The page before may still write its move into its own address: the driver then takes this one for loaded.
        there = json.dumps(address.partition("#")[0])
        self.wait_until(f"document.readyState === 'complete' && location.href.split('#')[0] === {there}")

    def allow(self, address: str) -> None:
        """An address that may be requested: of a page, or of one inside it."""
        self._opened.add(address.split("#", maxsplit=1)[0])

    def allow_server(self, address: str) -> None:
        """All that begins with this address may be requested."""
        self._servers += (address,)

    def follow(self, after: str) -> None:
        """Change what stands after the address of the page, as a link on it would."""
        script = "addEventListener('hashchange', () => arguments[1](), {once: true}); location.hash = arguments[0]"
        self.driver.execute_async_script(script, after)

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def text(self, selector: str) -> str:
        """The words of an element."""
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def texts(self, selector: str) -> list[str]:
        """The words of all visible elements that match."""
        visible = "[...document.querySelectorAll(arguments[0])].filter(one => one.getClientRects().length)"
        return list(self.run(f"return {visible}.map(one => one.textContent)", selector))

    def click(self, selector: str) -> None:
        """Click on an element."""
        self.driver.find_element("css selector", selector).click()

    def arrives_in(self, folder: str) -> Path:
        """Wait until the page is a file in a folder of this name; return its path."""
        from selenium.webdriver.support.wait import WebDriverWait  # noqa: PLC0415

        WebDriverWait(self.driver, 60).until(lambda driver: Path(driver.current_url).parent.name == folder)
        file, *_ = self.driver.current_url.split("#")  # a page of a game may have added its move already
        return Path(file.removeprefix("file://"))

    def panel(self, kind: str) -> None:
        """Show what is told of a game: its moves, score, analysis, or what it is about."""
        self.run("document.querySelector(`#kinds [value=${arguments[0]}]`).click()", kind)

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def wait_until(self, condition: str) -> None:
        """Wait until an expression of a script is true."""
        from selenium.webdriver.support.wait import WebDriverWait  # noqa: PLC0415

        WebDriverWait(self.driver, 20, 0.05).until(lambda _: self.run(f"return {condition}"), condition)

    def touch(self, *paths: Sequence[tuple[float, float]]) -> None:
        """Put a finger down at the beginning of each path, move all of them along, and lift them at the end."""
        for number, points in enumerate(zip(*paths, strict=True)):
            self._touch("touchMove" if number else "touchStart", points)
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: Sequence[tuple[float, float]]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def resize(self, width: int, height: int) -> None:
        """Give the page this size, in pixels; below a width of 500 it is a phone's."""
        size: dict[str, object] = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self._emulate("Emulation.setDeviceMetricsOverride", size)

    def scheme(self, name: str) -> None:
        """The person prefers `light` or `dark`."""
        self._prefer("prefers-color-scheme", name)

    def motion(self, *, on: bool) -> None:
        """Whether the person wants to see what moves; without a word about it, it is not so."""
        self._prefer("prefers-reduced-motion", "no-preference" if on else "reduce")

    def _prefer(self, what: str, value: str) -> None:
        self._wishes[what] = value
        features = [{"name": name, "value": wish} for name, wish in self._wishes.items()]
        self._emulate("Emulation.setEmulatedMedia", {"features": features})

    def _emulate(self, command: str, settings: dict[str, object]) -> None:
        """What is so already is left alone: each change takes as long as opening a page."""
        if self._emulated.get(command) != settings:
            self.driver.execute_cdp_cmd(command, settings)
            self._emulated[command] = settings

    def scripts(self, *, on: bool) -> None:
        """Whether pages opened from now on may run scripts."""
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not on})

    def assert_fits(self) -> None:
        """The page does not scroll sideways."""
        width, room = self.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert width <= room

    def assert_usable_by_everybody(self, part: str | None = None) -> None:
        """axe finds nothing serious, on the page or on a part of it."""
        self._assert_axe_is_silent({}, part)

    def assert_colours_usable_by_everybody(self, part: str | None = None) -> None:
        """The same for what depends on colours, which is all that differs between light and dark."""
        self._assert_axe_is_silent({"runOnly": ["color-contrast"]}, part)

    def assert_usable_in_any_colours(self, part: str | None = None) -> None:
        """The same for all but colours, which take half of the time."""
        self._assert_axe_is_silent({"rules": {"color-contrast": {"enabled": 0}}}, part)

    def _assert_axe_is_silent(self, options: dict[str, object], part: str | None) -> None:
        from axe_core_python.selenium import Axe  # noqa: PLC0415

        violations = Axe().run(self.driver, part, {"resultTypes": ["violations"], **options})["violations"]
        serious = [violation for violation in violations if violation["impact"] in ("serious", "critical")]
        told = [
            f"{violation['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for violation in serious
            for node in violation["nodes"][:3]
        ]
        assert not told, "\n".join(told)

    def assert_quiet(self) -> None:
        """Nothing was written to the console, and nothing but the pages and a site's pictures was requested."""
        console = [entry["message"] for entry in self.driver.get_log("browser")]
        assert not console, console
        sent = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = [
            message["params"]["request"]["url"] for message in sent if message["method"] == "Network.requestWillBeSent"
        ]
        foreign = [
            url
            for url in asked
            if not url.startswith(("about:", "chrome", "data:", *self._servers))
            and url.split("#")[0] not in self._opened
            and not re.fullmatch(r"file://.*/games/[0-9a-f]{16}\.svg", url)  # the small pictures of a site
        ]
        assert not foreign, foreign
