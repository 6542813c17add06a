#!/usr/bin/env python3
"""Prints the man page of `orm`, generated from the help of its commands.

    Tools/make-man-page.py PATH/TO/orm > orm.1
"""
import json
import subprocess
import sys


def escape(text):
    """Escapes text for roff: control characters at the beginning of a line, backslashes and dashes."""
    lines = []
    for line in text.split("\n"):
        line = line.replace("\\", "\\e").replace("-", "\\-")
        lines.append("\\&" + line if line[:1] in (".", "'") else line)
    return "\n".join(lines)


def arguments(command):
    """Returns the options and arguments of a command, as roff."""
    lines = []
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True): continue
        value = argument.get("valueName", "")
        names = [
            ("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]
        if not names: label = f"<{value}>"
        elif argument["kind"] == "option": label = ", ".join(names) + f" <{value}>"
        else: label = ", ".join(names)
        lines += [".TP", f"\\fB{escape(label)}\\fR", escape(argument.get("abstract", "")) or "\\&"]
    return lines


def main():
    if len(sys.argv) != 2: sys.exit(__doc__)
    dump = subprocess.run(
        [sys.argv[1], "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    root = json.loads(dump)["command"]
    lines = [
        '.TH ORM 1 "" "orm" "User Commands"', ".SH NAME", f"orm \\- {escape(root['abstract'])}", ".SH SYNOPSIS",
        ".B orm", "\\fIcommand\\fR [\\fIoptions\\fR]", ".SH DESCRIPTION", escape(root.get("discussion", ""))]
    for command in root.get("subcommands", []):
        if command["commandName"] == "help" or not command.get("shouldDisplay", True): continue
        lines += [f".SH {command['commandName'].upper()}", escape(command["abstract"]), ".PP"]
        for line in command.get("discussion", "").split("\n"):
            lines.append(escape(line) if line.strip() else ".PP")
        lines += arguments(command)
    print("\n".join(lines))


main()
