#!/usr/bin/python3
"""Renders pictures with rsvg-convert and with Chromium and looks at the pixels of every cell.

usage: render_test.py LAYOUTQ
"""

import csv
import io
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

from support import Checks, EXAMPLE, Layoutq, PICTURES, need

need("chromium", "rsvg-convert")

from PIL import Image, ImageChops  # noqa: E402

from chromium import Chromium  # noqa: E402

PALETTE = ["8899dd", "eedd77", "22aaaa", "dd8877", "ccccff", "aa9933", "bbffbb", "33eecc"]


def colour_of(number: int, pale: bool = False) -> tuple[int, ...]:
    text = PALETTE[number % len(PALETTE)]
    colour = [int(text[i:i + 2], 16) for i in (0, 2, 4)]
    return tuple(round(part * 0.35 + 255 * 0.65) if pale else part for part in colour)


def near(one, other) -> bool:
    return all(abs(a - b) <= 3 for a, b in zip(one, other))


def rects_of(svg: str, wanted) -> list[tuple[int, int, int, int]]:
    """Returns x, y, width and height of the rectangles for which wanted(rectangle, group) is true."""
    found = []

    def visit(node, x, y):
        moved = re.match(r"translate\((\d+) (\d+)\)", node.get("transform", ""))
        if moved:
            x, y = x + int(moved[1]), y + int(moved[2])
        for child in node:
            if child.tag.endswith("rect") and wanted(child, node):
                found.append((x + int(child.get("x")), y + int(child.get("y")),
                              int(child.get("width")), int(child.get("height"))))
            visit(child, x, y)

    visit(xml.fromstring(svg), 0, 0)
    return found


def frames_of(svg: str) -> list[tuple[int, int, int, int]]:
    """Returns the areas of a picture's grids, found by their frames."""
    return rects_of(svg, lambda rect, group: group.get("stroke-linejoin") == "miter")


def samples_of(svg: str) -> list[tuple[int, int]]:
    """Returns the areas of the legend's colour samples."""
    return [(x, y) for x, y, _, _ in rects_of(
        svg, lambda rect, group: rect.get("width") == "18" and rect.get("fill"))]


class Cells:
    """Returns the cells of a picture of a tensor of this shape."""

    def __init__(self, svg: str, shape: list[int]):
        self.shape = shape
        self.frames = frames_of(svg)

    def box(self, element: tuple[int, ...]) -> tuple[float, float, float, float]:
        page = 0
        for position, extent in zip(element[:-2], self.shape[:-2]):
            page = page * extent + position
        x, y, width, height = self.frames[page]
        rows = self.shape[-2] if len(self.shape) > 1 else 1
        cell_width, cell_height = width / self.shape[-1], height / rows
        row = element[-2] if len(self.shape) > 1 else 0
        return x + element[-1] * cell_width, y + row * cell_height, cell_width, cell_height


def holders(layoutq: Layoutq, arguments: list[str], rank: int) -> dict[tuple[int, ...], list[dict]]:
    """Returns the threads that hold each element, each thread once."""
    found: dict[tuple[int, ...], list[dict]] = {}
    for row in layoutq.rows("map", *arguments):
        element = tuple(row[f"dim{d}"] for d in range(rank))
        threads = found.setdefault(element, [])
        if all(row["thread"] != other["thread"] for other in threads):
            threads.append(row)
    return found


def check_colours(checks: Checks, name: str, image, cells: Cells, elements, is_pale) -> None:
    """Checks that every part of every cell has its warp's colour at its left edge, left of the text."""
    for element, threads in elements.items():
        x, y, _, height = cells.box(element)
        part = height / len(threads)
        for i, thread in enumerate(threads):
            for aside in (2, 3):
                for place in (0.3, 0.5, 0.7):
                    at = (int(x + aside), int(y + (i + place) * part))
                    found = image.getpixel(at)
                    expected = colour_of(thread["warp"], is_pale(thread))
                    checks.that(f"{name}: {found} at {at}, {expected} expected for {element}",
                                near(found, expected))


def check_headings(checks: Checks, layoutq: Layoutq) -> None:
    """Compares the counts in drawings of loads and banks with the rows of the same question."""
    loads = [["--spt", "4,1", "--tpw", "8,4", "--wpc", "2,1", "--order", "0,1", "--shape", "64,16"],
             ["--spt", "1,4", "--tpw", "8,4", "--shape", "16,32", "--dtype", "fp16", "--strides", "40,1"],
             ["--spt", "1,2", "--tpw", "4,8", "--shape", "4,16", "--strides", "0,1", "--bytes", "1"]]
    for load in loads:
        for per in ("rep", "request"):
            command = ["sectors", *load, "--per", per, "--all"]
            table = csv.DictReader(io.StringIO(layoutq.run(*command, "--csv")))
            rows = [tuple(int(row[name]) for name in ("sectors", "requested_bytes", "fetched_bytes"))
                    for row in table]
            svg = layoutq.run(*command, "--format", "svg")
            headings = re.findall(r">warp \d+, \w+ \d+: (\d+) sectors?, (\d+) of (\d+) bytes wanted", svg)
            checks.equal(f"{command}", [tuple(map(int, heading)) for heading in headings], rows)
    banks = ["banks", "--spt", "1,2", "--tpw", "8,4", "--wpc", "2,1", "--shape", "16,32", "--dtype", "fp16",
             "--shared", "#ttg.swizzled_shared<{vec=2,perPhase=1,maxPhase=4,order=[1,0]}>", "--per", "request"]
    wavefronts: dict[tuple[int, int], int] = {}
    for row in layoutq.rows(*banks):
        request = row["warp"], row["register"]
        wavefronts[request] = wavefronts.get(request, 0) + row["wavefronts"]
    svg = layoutq.run(*banks, "--format", "svg")
    headings = re.findall(r">warp (\d+), register (\d+): \d+ bytes? a lane, (\d+) wavefront", svg)
    checks.equal("banks", {(int(w), int(r)): int(count) for w, r, count in headings}, wavefronts)


def by_rsvg(svg: str):
    png = subprocess.run(["rsvg-convert"], input=svg.encode(), stdout=subprocess.PIPE, check=True)
    return Image.open(io.BytesIO(png.stdout)).convert("RGB")


def main() -> None:
    layoutq = Layoutq(sys.argv[1])
    checks = Checks()
    cases = [  # arguments, shape, what is pale
        ("example", EXAMPLE, [16, 16], None),
        ("broadcast", [*EXAMPLE, "--shape", "8,16"], [8, 16], None),
        ("repetition", [*EXAMPLE, "--shape", "32,16"], [32, 16], None),
        ("rank1", ["--spt", "2", "--tpw", "32", "--wpc", "2", "--shape", "64"], [64], None),
        ("rank3", ["--spt", "1,1,2", "--tpw", "2,4,4", "--wpc", "1,2,1", "--shape", "4,8,8"],
         [4, 8, 8], None),
        ("narrowed", EXAMPLE, [16, 16],
         (["--warp", "1", "--lane", "4:8"], lambda row: row["warp"] != 1 or not 4 <= row["lane"] < 8)),
    ]
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        for name, arguments, shape, narrowed in cases:
            flags, is_pale = narrowed or ([], lambda row: False)
            elements = holders(layoutq, arguments, len(shape))
            svg = layoutq.run("map", *arguments, *flags, "--format", "svg")
            cells = Cells(svg, shape)
            image = by_rsvg(svg)
            check_colours(checks, f"{name}, rsvg-convert", image, cells, elements, is_pale)

            file = pathlib.Path(folder, f"{name}.svg")
            file.write_text(svg)
            page = browser.page(*image.size)
            page.open(file.as_uri())
            check_colours(checks, f"{name}, Chromium", page.screenshot(), cells, elements, is_pale)
            page.close()

            html = pathlib.Path(folder, f"{name}.html")
            html.write_text(layoutq.run("map", *arguments, *flags, "--format", "html"))
            page = browser.page(image.size[0] + 900, image.size[1] * 3 // 2 + 200)
            page.open(html.as_uri())
            # The page has the picture without its margins and caption.
            left, top = page.evaluate(
                "(() => { const box = document.querySelector('.picture').getBoundingClientRect();"
                "return [box.left, box.top]; })()")
            dx, dy = xml_offset(svg)
            moved = Cells(svg, shape)
            moved.frames = [(x - dx + left, y - dy + top, w, h) for x, y, w, h in cells.frames]
            check_colours(checks, f"{name}, page", page.screenshot(), moved, elements, is_pale)
            page.close()

        # Beyond the palette: no two of 20 warps look alike, in either program.
        svg = PICTURES.joinpath("looks.svg").read_text()
        page = browser.page(800, 900)
        page.open(PICTURES.joinpath("looks.svg").as_uri())
        for name, image in (("rsvg-convert", by_rsvg(svg)), ("Chromium", page.screenshot())):
            # Samples begin at equal points of the textures, whose period is 8.
            looks = [image.crop((x + 4, y + 2, x + 12, y + 10)) for x, y in samples_of(svg)]
            checks.equal(f"{name}: samples", len(looks), 20)
            for (a, one), (b, other) in itertools.combinations(enumerate(looks), 2):
                differ = max(max(high) for high in zip(*ImageChops.difference(one, other).getextrema()))
                checks.that(f"{name}: warps {a} and {b} look alike", differ > 16)
        page.close()

        check_headings(checks, layoutq)

        # Pictures that are no grids of a tensor: the colours of what they say.
        for name, expected in (("sectors", ["#8899dd", "#dddddd"]), ("banks", ["#dd8877", "#ffffff"]),
                               ("phases", ["#bbffbb"]), ("reduce", ["#b00020", "#8899dd"])):
            svg = PICTURES.joinpath(f"{name}.svg").read_text()
            image = by_rsvg(svg)
            page = browser.page(*image.size)
            page.open(PICTURES.joinpath(f"{name}.svg").as_uri())
            for program, drawn in (("rsvg-convert", image), ("Chromium", page.screenshot())):
                colours = {"#%02x%02x%02x" % colour for _, colour in drawn.getcolors(1 << 24)}
                for colour in expected:
                    checks.that(f"{name}, {program}: no {colour}", colour in colours)
            page.close()
    checks.end()


def xml_offset(svg: str) -> tuple[int, int]:
    """How far the first panel of a picture is moved."""
    moved = re.search(r'transform="translate\((\d+) (\d+)\)"', svg)
    return int(moved[1]), int(moved[2])


main()
