"""Run by LibreOffice's own Python: applies structural edits to workbooks and tells their formulas.

Reads jobs from stdin, a JSON object a line, and answers each with one: {path, edits[], save?} gives
{formulas: {sheet: {cell: formula}}, names: {name: content}}. Knows nothing of KeenBench.
"""

# mypy: ignore-errors
# UNO's types exist only in LibreOffice's Python.

import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.sheet.CellFlags import FORMULA
from com.sun.star.uno import Exception as UnoException


def prop(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def start(profile):
    pipe = "keenbench" + str(os.getpid())
    office = subprocess.Popen(
        [
            "soffice",
            "--headless",
            "--norestore",
            "--nolockcheck",
            f"-env:UserInstallation=file://{profile}",
            f"--accept=pipe,name={pipe};urp;",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    for _ in range(240):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            break
        except UnoException:
            if office.poll() is not None:
                raise
            time.sleep(0.25)
    return office, context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )


def apply(document, edit):
    sheets = document.Sheets
    sheet = sheets.getByName(edit["sheet"])
    op, count = edit["op"], edit.get("count", 1)
    if op == "insert_rows":
        sheet.Rows.insertByIndex(edit["row"] - 1, count)
    elif op == "delete_rows":
        sheet.Rows.removeByIndex(edit["row"] - 1, count)
    elif op == "insert_columns":
        sheet.Columns.insertByIndex(edit["column"] - 1, count)
    elif op == "delete_columns":
        sheet.Columns.removeByIndex(edit["column"] - 1, count)
    elif op == "rename_sheet":
        sheet.Name = edit["new_name"]
    elif op == "delete_sheet":
        sheets.removeByName(edit["sheet"])
    elif op == "copy_sheet":
        sheets.copyByName(edit["sheet"], edit["new_name"], edit.get("position", sheets.Count))
    else:
        raise ValueError(op)


def formulas(sheet):
    found = {}
    cells = sheet.queryContentCells(FORMULA)
    for address in cells.RangeAddresses:
        block = sheet.getCellRangeByPosition(
            address.StartColumn, address.StartRow, address.EndColumn, address.EndRow
        )
        for row, line in enumerate(block.FormulaArray):
            for column, formula in enumerate(line):
                place = f"{address.StartRow + row + 1},{address.StartColumn + column + 1}"
                found[place] = formula
    return found


def values(sheet, address):
    block = sheet.getCellRangeByName(address)
    return [list(line) for line in block.DataArray]


def answer(desktop, job):
    url = uno.systemPathToFileUrl(job["path"])
    document = desktop.loadComponentFromURL(url, "_blank", 0, (prop("Hidden", True),))
    if document is None:
        return {"error": "LibreOffice does not open it"}
    try:
        for edit in job.get("edits", []):
            apply(document, edit)
        if job.get("recalculate"):
            document.calculateAll()
        result = {
            "sheets": list(document.Sheets.ElementNames),
            "formulas": {
                name: formulas(document.Sheets.getByName(name))
                for name in document.Sheets.ElementNames
            },
            "names": {
                name: document.NamedRanges.getByName(name).Content
                for name in document.NamedRanges.ElementNames
            },
            "values": {
                place: values(
                    document.Sheets.getByName(place.rpartition("!")[0]), place.rpartition("!")[2]
                )
                for place in job.get("values", [])
            },
        }
        if job.get("save"):
            document.storeToURL(
                uno.systemPathToFileUrl(job["save"]),
                (prop("FilterName", job.get("filter", "Calc MS Excel 2007 XML")),),
            )
        return result
    finally:
        document.close(True)


def main():
    office, desktop = start(sys.argv[1])
    try:
        for line in sys.stdin:
            job = json.loads(line)
            try:
                result = answer(desktop, job)
            except (UnoException, RuntimeError, ValueError) as error:
                result = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(result), flush=True)
    finally:
        office.terminate()
        office.wait(30)


main()
