#!/usr/bin/env python3
"""Measures the installed tool `orm` and `sqlite3`, and prints a Markdown table.

    Tools/measure-tool.py PATH/TO/orm [--rows 1000000] [--runs 5]

The table has medians of alternating runs in milliseconds: the time, and in brackets the processor time, which other programs
disturb less. Both tools do the same work: the table is STRICT, and rows go to a file. If `sqlite3` lacks a command, the nearest
one is measured.
"""
import argparse
import os
import pathlib
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

TABLE = "CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT, year INTEGER NOT NULL, length REAL NOT NULL, note TEXT) STRICT"


def write_rows(path, count):
    dice = random.Random(1)
    with open(path, "w") as file:
        file.write("id,title,artist,year,length,note\n")
        for number in range(count):
            note = f'"a ""quoted"", note {number}"' if number % 10 == 0 else f"a note of song {number}"
            file.write(f"{number},title {dice.randint(0, 10**9)},artist {number % 1000},{1950 + number % 70},{dice.random() * 600:.3f},{note}\n")


def measured(command, folder):
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # The exit code 1 means that there are findings.
    if process.returncode not in (0, 1): sys.exit(f"{command}: {process.returncode}: {errors.decode()}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("orm")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    orm = str(pathlib.Path(options.orm).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_rows(folder / "songs.csv", options.rows)
        with sqlite3.connect(folder / "empty.sqlite") as db: db.execute(TABLE)
        db.close()
        shutil.copy(folder / "empty.sqlite", folder / "full.sqlite")
        subprocess.run([orm, "import", "full.sqlite", "song", "songs.csv"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with sqlite3.connect(folder / "full.sqlite") as db: db.execute("CREATE INDEX song_artist ON song (artist, year)")
        db.close()
        select = "SELECT artist, count(*), avg(length) FROM song GROUP BY artist ORDER BY 2 DESC"
        # The name of the work, the files that both tools need, the arguments of orm, and those of sqlite3.
        work = [
            ("start", {}, ["--version"], ["--version"]),
            ("import of CSV, types checked", {"new.sqlite": "empty.sqlite"}, ["import", "new.sqlite", "song", "songs.csv"],
             ["new.sqlite", ".import --csv --skip 1 songs.csv song"]),
            ("export as CSV", {}, ["export", "full.sqlite", "song", "--output", "out.csv"], ["-csv", "-header", "full.sqlite", ".output out.csv", "SELECT * FROM song"]),
            ("export as JSON", {}, ["export", "full.sqlite", "song", "--output", "out.json"], ["-json", "full.sqlite", ".output out.json", "SELECT * FROM song"]),
            ("a query with groups", {}, ["query", "full.sqlite", select, "--format", "csv"], ["-csv", "-header", "full.sqlite", select]),
            ("schema", {}, ["export-schema", "full.sqlite"], ["full.sqlite", ".schema"]),
            ("backup", {"copy.sqlite": None}, ["backup", "full.sqlite", "copy.sqlite"], ["full.sqlite", ".backup copy.sqlite"]),
            ("compact", {"copy.sqlite": "full.sqlite"}, ["compact", "copy.sqlite"], ["copy.sqlite", "VACUUM"]),
            ("optimize", {"copy.sqlite": "full.sqlite"}, ["optimize", "copy.sqlite"], ["copy.sqlite", "ANALYZE"]),
            ("check; of sqlite3 its integrity_check and foreign_key_check alone", {}, ["check", "full.sqlite"],
             ["full.sqlite", "PRAGMA integrity_check; PRAGMA foreign_key_check"]),
            ("recover", {"saved.sqlite": None}, ["recover", "full.sqlite", "saved.sqlite"], None),
        ]
        version = sqlite3.sqlite_version
        print(f"{options.rows:,} rows of six columns, {(folder / 'songs.csv').stat().st_size / 1e6:.0f} MB of CSV, compared with `sqlite3` {version}; medians of {options.runs} runs.\n")
        print("| | `orm` | `sqlite3` | ratio | ratio of processor time |\n| --- | ---: | ---: | ---: | ---: |")
        for what, files, own, other in work:
            times = {"orm": [], "sqlite3": []}
            for _ in range(options.runs):
                for program, arguments in (("orm", own), ("sqlite3", other)):
                    if arguments is None: continue
                    for file, source in files.items():
                        (folder / file).unlink(missing_ok=True)
                        if source: shutil.copy(folder / source, folder / file)
                    times[program].append(measured([orm if program == "orm" else "sqlite3", *arguments], folder))
            middle = {p: [statistics.median(t[i] for t in ts) * 1000 for i in (0, 1)] for p, ts in times.items() if ts}
            def shown(program): return f"{middle[program][0]:,.0f} ({middle[program][1]:,.0f}) ms" if program in middle else "has none"
            ratios = [f"{middle['orm'][i] / middle['sqlite3'][i]:.2f}" if "sqlite3" in middle and middle["sqlite3"][i] else "" for i in (0, 1)]
            print(f"| {what} | {shown('orm')} | {shown('sqlite3')} | {ratios[0]} | {ratios[1]} |", flush=True)


main()
