#!/usr/bin/python3
"""Drives pages in headless Chromium: links, pointer, keyboard, threads, colours, widths, light and dark.

usage: page_test.py LAYOUTQ
"""

import json
import pathlib
import sys
import tempfile

from support import Checks, EXAMPLE, Layoutq, need

need("chromium")

from chromium import SHIFT, TWO_FRAMES, Chromium  # noqa: E402

MMA = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>"
CLUSTER = ("#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4]], warp = [[1, 0]], "
           "block = [[2, 0], [0, 0]]}>")


class Explorer:
    """A page that layoutq wrote, open in a browser."""

    def __init__(self, page):
        self.page = page

    def about(self) -> str:
        return self.page.evaluate("document.getElementById('about').innerText")

    def hash(self) -> str:
        return self.page.evaluate("location.hash")

    def follow(self, link: str) -> None:
        """Follows a link within the page to another hash, and waits until the page has handled it."""
        self.page.evaluate(f"""new Promise(done => {{
            addEventListener('hashchange', () => done(), {{ once: true }});
            location.hash = {json.dumps(link)};
        }})""")

    def cell(self, element: list[int], panel: int = 0) -> tuple[float, float]:
        """Scrolls an element's cell into view and returns the position of its middle in the window."""
        x, y = self.page.evaluate(f"""(() => {{
            const {{ picture, grid, width, scroll }} = panels[{panel}];
            const element = {json.dumps(element)};
            const page = element.reduce((sum, position, d) => d === grid.down || d === grid.across ? sum : sum * shape[d] + position, 0);
            const inPage = grid.down < 0 ? 0 : element[grid.down] * grid.cellHeight;
            const x = (page % grid.pagesPerRow) * grid.pageWidth + grid.left + (element[grid.across] + .5) * grid.cellWidth;
            const y = Math.floor(page / grid.pagesPerRow) * grid.pageHeight + grid.top + inPage + grid.cellHeight / 2;
            reveal(panels[{panel}], x, y, 1, 1);
            scroll.scrollIntoView({{ block: 'nearest' }});
            const box = picture.getBoundingClientRect();
            return [box.left + x * box.width / width, box.top + y * box.width / width];
        }})()""")
        return x, y

    def focus(self, selector: str) -> None:
        self.page.evaluate(f"document.querySelector('{selector}').focus()")

    def outlined(self) -> int:
        """Returns the number of outlined cells."""
        return self.page.evaluate("(document.querySelector('.thread').getAttribute('d').match(/M/g) || []).length")

    def path_of(self, name: str) -> str:
        return self.page.evaluate(f"document.querySelector('.overlay .{name}').getAttribute('d') || ''")


class Tests:
    def __init__(self, layoutq: Layoutq, browser: Chromium, folder: str):
        self.layoutq = layoutq
        self.browser = browser
        self.folder = pathlib.Path(folder)
        self.checks = Checks()
        self.pages = 0

    def open(self, arguments: list[str], fragment: str = "", width: int = 1300, height: int = 900,
             dark: bool = False) -> Explorer:
        self.pages += 1
        file = self.folder / f"page{self.pages}.html"
        self.layoutq.run(*arguments, "-o", str(file))
        page = self.browser.page(width, height, dark)
        page.open(file.as_uri() + fragment)
        return Explorer(page)

    def close(self, explorer: Explorer, what: str) -> None:
        """Checks that no page logs a complaint or requests anything but itself."""
        self.checks.equal(f"{what}: complaints", list(explorer.page.complaints), [])
        asked = [url.split("#")[0].rsplit("/", 1)[-1] for url in explorer.page.requests]
        self.checks.that(f"{what}: requests {asked}", len(set(asked)) == 1 and asked[0].startswith("page"))
        explorer.page.close()

    def example(self) -> None:
        """Selects elements by link, pointer, keyboard and thread."""
        equal, that = self.checks.equal, self.checks.that
        explorer = self.open(["map", *EXAMPLE], "#9,6")
        page = explorer.page
        that(f"link: {explorer.about()}", "warp 1, lane 5, register 2" in explorer.about())
        by_hand = self.layoutq.run("owners", *EXAMPLE, "9,6", "--explain").splitlines()[3:]
        for line in by_hand:
            that(f"calculation: no {line}", line.strip() in explorer.about())
        equal("outlined with (9,6)", explorer.outlined(), 4)

        page.mouse(*explorer.cell([3, 2]))
        that(f"pointer: {explorer.about()}", "warp 0, lane 12, register 2" in explorer.about())
        equal("pointer leaves the link alone", explorer.hash(), "#9,6")
        page.mouse(1290, 890)
        that("away from the picture, what was chosen is back", "element (9,6)" in explorer.about())
        page.click(*explorer.cell([0, 15]))
        equal("a click chooses", explorer.hash(), "#0,15")

        explorer.focus(".canvas")
        for key, expected in (("ArrowLeft", "#0,14"), ("ArrowDown", "#1,14"), ("Home", "#1,0"),
                              ("ArrowLeft", "#1,0"), ("ArrowUp", "#0,0"), ("ArrowUp", "#0,0"),
                              ("End", "#0,15"), ("PageDown", "#8,15"), ("PageUp", "#0,15")):
            page.key(key)
            equal(f"after {key}", explorer.hash(), expected)
        that("the keyboard tells, too", "element (0,15)" in explorer.about())
        page.key("Escape")
        equal("Escape lets go", explorer.hash(), "")
        that("and says what to do", "arrow keys" in explorer.about())

        # Tab alone leads from the picture to the thread's numbers.
        explorer.focus("#element")
        page.key("Tab")
        equal("Tab", page.evaluate("document.activeElement.id"), "warp")
        page.key("1")
        page.key("Tab")
        page.key("Backspace")
        page.key("5")
        about = explorer.about()
        that(f"thread: {about}", "warp 1, lane 5 (thread 37)" in about)
        elements = [f"({row['dim0']},{row['dim1']})" for row in
                    self.layoutq.rows("map", *EXAMPLE, "--view", "thread", "--thread", "37")]
        places = [about.find(element) for element in elements]
        that(f"its elements in register order: {places}", -1 not in places and places == sorted(places))
        equal("outlined", explorer.outlined(), 4)
        equal("numbered", page.evaluate("[...document.querySelectorAll('.order text')].map(t => t.textContent)"),
              ["0", "1", "2", "3"])
        page.key("Tab", SHIFT)
        equal("Tab backwards", page.evaluate("document.activeElement.id"), "warp")
        # Each element of the thread leads to its own calculation.
        page.evaluate("document.querySelector('#about button:nth-of-type(3)').click()")
        equal("an element of the thread", explorer.hash(), "#9,6")

        # Another link within the page, and links that point nowhere.
        explorer.follow("#(2, 3)")
        that("another link", "element (2,3)" in explorer.about())
        for wrong in ("16,0", "1", "1,2,3", "x,<b>y", "-1,0", "%E0%A4%A"):
            explorer.follow(f"#{wrong}")
            that(f"link {wrong}: {explorer.about()}", "no element" in explorer.about())
        equal("text of a link is text", page.evaluate("document.querySelectorAll('#about b').length"), 0)
        page.evaluate("(() => { const e = document.getElementById('element'); e.value = '9x6'; e.dispatchEvent(new Event('change')); })()")
        equal("typed", explorer.hash(), "#9,6")
        self.close(explorer, "example")

    def colours(self) -> None:
        """Changes the colouring: fills and legend change, and every text stays readable."""
        explorer = self.open(["map", *EXAMPLE, "--shape", "8,16"])
        page = explorer.page
        choices = page.evaluate("[...document.querySelectorAll('#colouring option')].map(o => o.value)")
        self.checks.equal("choices", choices, ["warp", "lane", "register", "copies"])
        fills = {}
        for choice in choices:
            page.evaluate(f"(() => {{ const c = document.getElementById('colouring'); c.value = '{choice}';"
                          "c.dispatchEvent(new Event('change')); })()")
            shown = page.evaluate(
                "[...document.querySelectorAll('.picture .fill, .legend-part')].filter(n => n.getClientRects().length"
                " || [...n.children].some(c => c.getClientRects().length)).map(n => n.getAttribute('class'))")
            self.checks.that(f"by {choice}: {shown}", f"fill by-{choice}" in shown and
                             f"legend-part by-{choice}" in shown and
                             sum("fill" in name for name in shown) == 1)
            x, y = explorer.cell([0, 0])
            size = page.evaluate("[panels[0].grid.cellWidth, panels[0].grid.cellHeight]")
            shot = page.screenshot()
            # The upper holders of (0,0) and (0,1) are warp 0, lane 0, registers 0 and 1.
            fills[choice] = [shot.getpixel((int(x + column * size[0] - size[0] / 2 + 3), int(y - size[1] / 4)))
                             for column in (0, 1)]
        self.checks.that(f"warp and register: {fills}", fills["warp"][0] == fills["warp"][1] and
                         fills["register"][0] != fills["register"][1])
        self.checks.that(f"copies: {fills}", fills["copies"][0] != fills["warp"][0])
        self.close(explorer, "colours")

    def same_as_the_program(self) -> None:
        """Compares the holders and calculations that a page computes by itself with the program's answers."""
        cases = [
            [*EXAMPLE],
            [*EXAMPLE, "--shape", "8,16"],
            ["--spt", "3,2", "--tpw", "4,8", "--wpc", "1,2", "--shape", "10,20"],
            ["--spt", "1,2,1", "--tpw", "2,4,4", "--wpc", "2,1,1", "--order", "0,2,1", "--shape", "4,8,8"],
            ["--spt", "2,4", "--tpw", "8,4", "--wpc", "2,2", "--slice", "0", "--shape", "37"],
            ["-l", MMA, "--shape", "128,64"],
            ["-l", CLUSTER, "--warp-size", "4"],
        ]
        for arguments in cases:
            explorer = self.open(["map", *arguments])
            told = explorer.page.evaluate(
                "(() => { const model = registers(); const rows = [];"
                "for (let element = 0; element < elementCount; ++element) for (const place of model.holders(element))"
                "rows.push([...coordinateOf(element), ...(data.blocks > 1 ? [place.block] : []), place.warp, place.lane, place.register]);"
                "return rows; })()")
            rows = [[value for name, value in row.items() if name != "thread"]
                    for row in self.layoutq.rows("map", *arguments)]
            self.checks.that(f"{arguments}: holders", told == rows)
            shape = explorer.page.evaluate("shape")
            element = [extent * 2 // 3 for extent in shape]
            coordinate = ",".join(map(str, element))
            explorer.follow(f"#{coordinate}")
            by_hand = self.layoutq.run("owners", *arguments, coordinate, "--explain").splitlines()
            first = [line.strip() for line in by_hand if line.startswith("  ") and " = " in line]
            about = explorer.about().splitlines()
            shown = [line.strip() for line in about if " = " in line]
            self.checks.equal(f"{arguments}: calculation of {coordinate}", shown, first[:len(shown)])
            self.checks.that(f"{arguments}: no calculation", len(shown) > 0)
            self.close(explorer, str(arguments))

    def memory(self) -> None:
        """Checks offset, byte, bank and calculation of every element in shared memory."""
        cases = [
            ["-l", "SwizzledSharedLayout(4, 2, 8, [1, 0])", "--shape", "32,32", "--dtype", "fp16"],
            ["-l", "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>", "--dtype", "fp16"],
            ["-l", "NVMMASharedLayout(128, 16)", "--shape", "16,64"],
        ]
        for arguments in cases:
            explorer = self.open(["map", *arguments])
            told = explorer.page.evaluate(
                "(() => { const model = memory(); const rows = [];"
                "for (let element = 0; element < elementCount; ++element) for (const place of model.holders(element))"
                "rows.push(`${coordinateOf(element)}: ${model.describe(place)}`); return rows; })()")
            rows = [f"{row['dim0']},{row['dim1']}: offset {row['offset']}, byte {row['byte']}, bank {row['bank']}"
                    for row in self.layoutq.rows("map", *arguments)]
            self.checks.that(f"{arguments}: places", told == rows)
            explorer.follow("#11,6")
            by_hand = self.layoutq.run("owners", *arguments, "11,6", "--explain").splitlines()
            for line in by_hand:
                # The page shows a swizzle by its bits and leaves out the calculation in words.
                if line.startswith("  ") and line.split()[0] in ("dim0", "dim1", "offset", "number", "byte"):
                    self.checks.that(f"{arguments}: no {line}", line.strip() in explorer.about())
            explorer.focus("#bank")
            explorer.page.key("3")
            self.checks.that(f"bank: {explorer.about()}", explorer.about().startswith("bank 3"))
            self.close(explorer, str(arguments))

    def other_pictures(self) -> None:
        """Checks that reductions highlight along their axis and that cells of loads and banks describe themselves."""
        explorer = self.open(["reduce", *EXAMPLE], "#9,6")
        for panel, expected in ((0, 1), (1, 4)):
            outlined = explorer.page.evaluate(
                f"document.querySelectorAll('.overlay .thread')[{panel}].getAttribute('d').match(/M/g).length")
            self.checks.equal(f"reduce: outlined in panel {panel}", outlined, expected)
        explorer.page.mouse(*explorer.cell([2, 3], 1))
        self.checks.that("reduce: pointer in the second panel", "element (2,3)" in explorer.about())
        explorer.page.resize(320, 700)
        explorer.page.mouse(*explorer.cell([2, 3], 0))
        told = explorer.page.evaluate("byId('about').getBoundingClientRect().top")
        self.checks.that(f"reduce: what is told is at {told} of 700", 0 < told < 650)
        self.close(explorer, "reduce")

        explorer = self.open(["slice", *EXAMPLE, "--dim", "1"], "#9")
        self.checks.that(f"slice: {explorer.about()}", "held by 4 places" in explorer.about())
        explorer.page.evaluate("document.querySelectorAll('#about button')[2].click()")
        self.checks.that("slice: the third holder", "lane 6 = 1*4 (dim0) + 2*1 (dropped)" in explorer.about())
        self.close(explorer, "slice")

        explorer = self.open(["sectors", "--spt", "4,1", "--tpw", "8,4", "--order", "0,1", "--shape", "64,16"])
        explorer.focus(".canvas")
        self.checks.that(f"sectors: {explorer.about()}", "element (0,0)" in explorer.about())
        for key, expected in (("ArrowRight", "element (0,1)"), ("ArrowDown", "element (2,1)"),
                              ("ArrowRight", "element (2,2)"), ("ArrowRight", "element (2,3)"),
                              ("ArrowRight", "not wanted")):
            explorer.page.key(key)
            self.checks.that(f"sectors, {key}: {explorer.about()}", expected in explorer.about())
        self.close(explorer, "sectors")

        explorer = self.open(["banks", "--spt", "1,1", "--tpw", "8,4", "--shape", "8,32", "--shared",
                              "#ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>"])
        box = explorer.page.evaluate(
            "(() => { const box = document.querySelectorAll('.cell rect')[9].getBoundingClientRect();"
            "return [box.left + box.width / 2, box.top + box.height / 2]; })()")
        explorer.page.mouse(*box)
        self.checks.that(f"banks: {explorer.about()}", "bank 1, word 33" in explorer.about() and
                         "lane 5" in explorer.about() and "collides" in explorer.about())
        self.close(explorer, "banks")

    def widths(self) -> None:
        """Checks from a phone's width to a wide screen, light and dark, that nothing overflows and text is readable."""
        contrast = """(() => {
            const light = (text) => {
              const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => {
                const value = part / 255;
                return value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
              });
              return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
            };
            const ground = light(getComputedStyle(document.body).backgroundColor);
            const ratio = (colour) => {
              const value = light(colour);
              return (Math.max(value, ground) + .05) / (Math.min(value, ground) + .05);
            };
            return [getComputedStyle(document.querySelector('#about')).color,
                    getComputedStyle(document.querySelector('.axis')).fill,
                    getComputedStyle(document.querySelector('h1')).color].map(ratio);
        })()"""
        for width in (320, 1920):
            for dark in (False, True):
                explorer = self.open(["map", *EXAMPLE], "#9,6", width, 900, dark)
                what = f"{width} px, {'dark' if dark else 'light'}"
                page = explorer.page
                self.checks.that(f"{what}: wider than the window",
                                 page.evaluate("document.documentElement.scrollWidth") <= width)
                ratios = page.evaluate(contrast)
                self.checks.that(f"{what}: contrasts {ratios}", min(ratios) >= 4.5)
                ground = page.screenshot().getpixel((2, 2))
                self.checks.that(f"{what}: ground {ground}", (sum(ground) < 150) == dark)
                page.mouse(*explorer.cell([9, 6]))
                box = page.evaluate("(({ top, bottom }) => [top, bottom])(byId('about').getBoundingClientRect())")
                self.checks.that(f"{what}: what is told is at {box}", box[0] >= 0 and box[0] < 700)
                self.checks.that(f"{what}: pointer", "warp 1, lane 5, register 2" in explorer.about())
                self.close(explorer, what)

    def large(self) -> None:
        """Opens 256 x 256 elements: only cells in view have text, and the cell under the pointer answers."""
        explorer = self.open(["map", "--spt", "1,8", "--tpw", "4,8", "--wpc", "4,1", "--shape", "256,256"],
                             "#200,100", 1920, 1000)
        page = explorer.page
        texts = page.evaluate("document.querySelectorAll('.text text').length")
        self.checks.that(f"256 x 256: {texts} texts in the document", 0 < texts < 12000)
        self.checks.that("256 x 256: link", "element (200,100)" in explorer.about())
        page.evaluate(TWO_FRAMES)
        shown = page.evaluate(
            "(() => { const port = document.querySelector('.scroll').getBoundingClientRect();"
            "return [...document.querySelectorAll('.text text')].filter(text => { const box = text.getBoundingClientRect();"
            "return box.top > port.top && box.bottom < port.bottom && box.left > port.left && box.right < port.right; }).length; })()")
        self.checks.that(f"256 x 256: {shown} texts in view", shown > 500)
        page.mouse(*explorer.cell([255, 255]))
        self.checks.that("256 x 256: the last element", "element (255,255)" in explorer.about())
        self.close(explorer, "256 x 256")

    def staying_put(self) -> None:
        """Checks that a selection stays selected, in view and in focus through zooming, resizing and recolouring."""
        equal, that = self.checks.equal, self.checks.that
        explorer = self.open(["map", "--spt", "1,8", "--tpw", "4,8", "--wpc", "4,1", "--shape", "128,128"],
                             "#100,60", 1300, 700)
        page = explorer.page
        in_view = """(() => {
            const port = document.querySelector('.scroll').getBoundingClientRect();
            const box = document.querySelector('.overlay .chosen').getBoundingClientRect();
            return box.left >= port.left && box.right <= port.right && box.top >= port.top && box.bottom <= port.bottom;
        })()"""
        that("link in view", page.evaluate(in_view))
        page.evaluate(TWO_FRAMES)
        # The numbers of the cell's row and column are in view, too.
        labels = page.evaluate("""(() => {
            const port = document.querySelector('.scroll').getBoundingClientRect();
            const chosen = document.querySelector('.overlay .chosen').getBoundingClientRect();
            const shown = (text) => { const box = text.getBoundingClientRect();
              return box.top >= port.top && box.left >= port.left && box.right <= port.right && box.bottom <= port.bottom; };
            const label = (name, text) => [...document.querySelectorAll(`.axis.${name} text`)].find(node => node.textContent === text);
            const column = label('across', '60'), row = label('down', '100');
            const middle = (box, a, b) => (box[a] + box[b]) / 2;
            return [shown(column), shown(row),
              Math.abs(middle(column.getBoundingClientRect(), 'left', 'right') - middle(chosen, 'left', 'right')) < 4,
              Math.abs(middle(row.getBoundingClientRect(), 'top', 'bottom') - middle(chosen, 'top', 'bottom')) < 6];
        })()""")
        equal("numbers of column and row", labels, [True] * 4)
        centre = ("(() => { const s = document.querySelector('.scroll');"
                  "return [(s.scrollLeft + s.clientWidth / 2) / zoom, (s.scrollTop + s.clientHeight / 2) / zoom]; })()")
        page.evaluate("document.querySelector('.scroll').scrollTo(1500, 1200)")
        before = page.evaluate(centre)
        for _ in range(3):
            page.evaluate("byId('larger').click()")
        after = page.evaluate(centre)
        that(f"larger keeps the place: {before}, {after}", all(abs(a - b) < 4 for a, b in zip(before, after)))
        # Where row and column numbers cover cells, the pointer selects no cell.
        page.click(*page.evaluate("(() => { const box = document.querySelector('.scroll').getBoundingClientRect();"
                                  "return [box.left + 6, box.top + 300]; })()"))
        equal("a click on a number", explorer.hash(), "")
        page.evaluate("document.querySelector('.scroll').scrollTo(0, 0)")
        page.evaluate(TWO_FRAMES)
        that("the name of the dimensions is on top", page.evaluate(
            "document.elementFromPoint(...(({ left, top, width, height }) => [left + width / 2, top + height / 2])"
            "(document.querySelector('.picture .label text').getBoundingClientRect())).textContent").startswith("dim0"))
        page.evaluate("byId('fit').click()")
        that("fit fits", page.evaluate("(() => { const s = document.querySelector('.scroll');"
                                       "return s.scrollWidth <= s.clientWidth + 1 && zoom < 1; })()"))
        self.close(explorer, "large and small")

        explorer = self.open(["slice", *EXAMPLE, "--dim", "1"], "#9")
        page = explorer.page
        page.evaluate("document.querySelectorAll('#about .list button')[2].focus()")
        page.key("Enter")
        that(f"third holder: {explorer.about()}", "lane 6 = " in explorer.about())
        equal("the button keeps the focus", page.evaluate("document.activeElement.dataset.key"), "holder 2")
        page.mouse(*explorer.cell([3]))
        that("pointing elsewhere", "element (3)" in explorer.about())
        page.mouse(*explorer.cell([9]))
        page.mouse(1290, 890)
        that(f"the third holder is back: {explorer.about()}", "lane 6 = " in explorer.about())
        self.close(explorer, "holders")

        explorer = self.open(["map", *EXAMPLE], "#9,6")
        page = explorer.page
        page.evaluate("byId('warp').focus()")
        page.key("1")
        page.evaluate("byId('lane').value = '99'; byId('lane').dispatchEvent(new Event('input', { bubbles: true }))")
        that(f"lane 99: {explorer.about()}", "no lane 99" in explorer.about() and "0 to 31" in explorer.about())
        page.evaluate("byId('element').value = '9,6'; byId('element').dispatchEvent(new Event('change'))")
        equal("a thread that no longer counts", page.evaluate("byId('warp').value"), "")
        explorer.focus(".canvas")
        page.key("Escape")
        equal("an element that no longer counts", page.evaluate("byId('element').value"), "")
        explorer.focus("#element")
        explorer.focus(".canvas")
        equal("passing by changes no link", explorer.hash(), "")
        self.close(explorer, "fields")

        explorer = self.open(["sectors", "--spt", "1,4", "--tpw", "8,4", "--wpc", "2,1", "--shape", "16,32", "--per", "request"])
        page = explorer.page
        middle = ("(() => { const box = panels[%d].picture.querySelector('.cell rect').getBoundingClientRect();"
                  "return [box.left + box.width / 2, box.top + box.height / 2]; })()")
        page.click(*page.evaluate(middle % 0))
        chosen = explorer.about()
        page.mouse(*page.evaluate(middle % 1))
        that("pointing at another panel", explorer.about() != chosen)
        page.mouse(1290, 890)
        equal("what was chosen is back", explorer.about(), chosen)
        page.evaluate("panels[0].canvas.focus()")
        page.key("Escape")
        page.key("ArrowRight")
        that(f"after Escape the keys go on: {explorer.about()}", explorer.about().startswith("byte"))
        self.close(explorer, "panels")

    def strip(self) -> None:
        """Folds a long strip into lines; the up and down keys move between them."""
        explorer = self.open(["map", "--spt", "4", "--tpw", "32", "--wpc", "2", "--shape", "300"], "#200")
        self.checks.that(f"strip: {explorer.about()}", "element (200)" in explorer.about())
        explorer.focus(".canvas")
        for key, expected in (("ArrowUp", "#136"), ("ArrowLeft", "#135"), ("ArrowDown", "#199"), ("End", "#299")):
            explorer.page.key(key)
            self.checks.equal(f"strip, {key}", explorer.hash(), expected)
        for element in (0, 63, 64, 299):
            point = explorer.page.evaluate(
                f"(() => {{ const {{ picture, grid, width }} = panels[0]; const cell = grid.cell([{element}]);"
                "reveal(panels[0], cell.x, cell.y, grid.cellWidth, grid.cellHeight);"
                "const box = picture.getBoundingClientRect();"
                "return [box.left + (cell.x + 9) * box.width / width, box.top + (cell.y + 9) * box.width / width]; })()")
            explorer.page.mouse(*point)
            self.checks.that(f"strip, pointer at {element}: {explorer.about()}", f"element ({element})" in explorer.about())
        self.close(explorer, "strip")

    def hostile(self) -> None:
        """Checks that text from a dump stays text in a page: it cannot become markup or script."""
        evil = "</script><script>document.title='broken'</script>\"'&<img src=x onerror=alert(1)>"
        dump = self.folder / "evil.ttgir"
        dump.write_text(
            "#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>\n"
            f"#loc = loc(\"{evil.replace(chr(34), '')}\":1:1)\n"
            f"// {evil}\n"
            "module { %0 = \"x\"() : () -> tensor<16x16xf32, #blocked> loc(#loc) }\n")
        explorer = self.open(["map", "-l", "#blocked", "-i", str(dump), "--shape", "16,16"], "#<script>alert(1)</script>")
        self.checks.equal("scripts", explorer.page.evaluate("document.scripts.length"), 2)
        self.checks.equal("images", explorer.page.evaluate("document.images.length"), 0)
        self.checks.that("title", explorer.page.evaluate("document.title").startswith("blocked"))
        self.close(explorer, "hostile")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        tests = Tests(Layoutq(sys.argv[1]), browser, folder)
        for test in (tests.example, tests.colours, tests.same_as_the_program, tests.memory,
                     tests.other_pictures, tests.staying_put, tests.strip, tests.widths, tests.large,
                     tests.hostile):
            test()
        tests.checks.end()


main()
