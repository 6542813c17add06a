#!/usr/bin/env python3
"""Draws the chart in README: the time of five workloads, as a multiple of the time of straightforward C.

    Tools/draw-benchmarks.py            # writes Benchmarks/summary.svg from Benchmarks/results.json
    Tools/draw-benchmarks.py --check    # fails if the file differs from what it would write

The chart has its own background, so that it can be read on light and on dark pages. `Benchmarks/benchmarks.svg`, which the
benchmarks draw themselves, has all workloads.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHART = ROOT / "Benchmarks/summary.svg"

# The workload, and its text in the chart.
WORKLOADS = {
    "W3": "fetch 100,000 rows of 10 columns",
    "W5": "find 100,000 single rows by primary key",
    "W4b": "insert 100,000 rows, one call each",
    "W7": "update 100,000 rows by primary key",
    "W13 keys": "fetch 1,000 albums, each with 10 tracks",
}
PROGRAMS = {"orm": "this package", "grdb": "GRDB 7.10"}

WIDTH, LEFT, RIGHT = 780, 306, 52
TOP, BAR, GROUP = 64, 14, 46
STYLE = """text{font:13px -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:#1f2328}
.title{font-weight:600}.page{fill:#fff}.orm{fill:#d9480f}.grdb{fill:#8c959f}.c{stroke:#1f2328;stroke-width:1.2}
.rule{stroke:#d0d7de}.scale{fill:#59636e;font-size:11px}.number{font-size:12px}
@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.page{fill:#0d1117}.orm{fill:#ff8a4c}.grdb{fill:#656c76}
.c{stroke:#f0f6fc}.rule{stroke:#2b3138}.scale{fill:#9198a1}}"""


def median(values):
    """Returns the median as Benchmarks/Sources/Benchmarks/Report.swift computes it."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def ratios(results):
    """Returns the ratio of each program to straightforward C for each workload, in memory."""
    found = {}
    for result in results["results"]:
        if result["id"] in WORKLOADS and result["place"] == "memory":
            seconds = result["seconds"]
            found[result["id"]] = {
                program: median(time / c for time, c in zip(seconds[program], seconds["c"]))
                for program in PROGRAMS}
    return found


def times(ratio):
    """Returns a ratio with as many digits as README's table has."""
    return f"{ratio:.0f}×" if ratio >= 9.95 else f"{ratio:.1f}×" if ratio >= 2 else f"{ratio:.2f}×"


def text(x, y, words, name="", anchor="start"):
    return f'<text x="{x:g}" y="{y:g}"{name and f" class={chr(34)}{name}{chr(34)}"} text-anchor="{anchor}">{words}</text>\n'


def chart(found):
    largest = max(max(programs.values()) for programs in found.values())
    scale = (WIDTH - LEFT - RIGHT) / largest
    height = TOP + GROUP * len(WORKLOADS) + 12
    bottom = height - 16
    out = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">\n'
        f"<title>Time of five workloads as a multiple of the time of straightforward C</title>\n<style>{STYLE}</style>\n"
        f'<rect class="page" width="{WIDTH}" height="{height}" rx="8"/>\n'
        + text(16, 24, "Time as a multiple of C’s, in memory: shorter is faster", "title"))
    x = WIDTH - 228
    for program, title in PROGRAMS.items():
        out += f'<rect class="{program}" x="{x}" y="14" width="11" height="11"/>\n' + text(x + 17, 24, title)
        x += 122
    for mark in range(5, int(largest) + 1, 5):
        at = LEFT + mark * scale
        out += f'<path class="rule" d="M{at:.1f} {TOP - 10}V{bottom}"/>\n' + text(round(at, 1), TOP - 15, f"{mark}×", "scale", "middle")
    for index, (workload, title) in enumerate(WORKLOADS.items()):
        y = TOP + GROUP * index
        out += text(LEFT - 14, y + BAR + 4, title, anchor="end")
        for program in PROGRAMS:
            ratio = found[workload][program]
            out += f'<rect class="{program}" x="{LEFT}" y="{y}" width="{ratio * scale:.1f}" height="{BAR}"/>\n'
            out += text(round(LEFT + ratio * scale + 6, 1), y + 11.5, times(ratio), "number")
            y += BAR + 1
    at = LEFT + scale
    out += f'<path class="c" d="M{at:.1f} {TOP - 10}V{bottom}"/>\n' + text(round(at, 1), TOP - 15, "C", "scale", "middle")
    return out + "</svg>\n"


def main():
    drawn = chart(ratios(json.loads((ROOT / "Benchmarks/results.json").read_text())))
    if sys.argv[1:] == ["--check"]:
        if not CHART.exists() or CHART.read_text() != drawn:
            sys.exit("Benchmarks/summary.svg does not match Benchmarks/results.json: run Tools/draw-benchmarks.py")
    else:
        CHART.write_text(drawn)


if __name__ == "__main__":
    main()
