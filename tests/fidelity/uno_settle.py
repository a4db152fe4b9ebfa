"""Run by LibreOffice's own Python: settles tracked changes and tells the text.

Reads one list of jobs from stdin, JSON [{path, settle: accept|reject|null}], and answers with the
list of texts, null where LibreOffice does not open a file. Knows nothing of KeenBench.
"""

# mypy: ignore-errors
# UNO's types exist only in LibreOffice's Python.

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.uno import Exception as UnoException

COMMANDS = {"accept": ".uno:AcceptAllTrackedChanges", "reject": ".uno:RejectAllTrackedChanges"}


def prop(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connect(profile):
    pipe = f"settle{os.getpid()}"
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
            return office, resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except UnoException:
            if office.poll() is not None:
                raise
            time.sleep(0.25)
    raise TimeoutError


def text_of(context, job, target):
    manager = context.ServiceManager
    desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL(
        uno.systemPathToFileUrl(job["path"]), "_blank", 0, (prop("Hidden", True),)
    )
    if document is None:
        return None  # LibreOffice does not open it
    try:
        if job["settle"]:
            dispatcher = manager.createInstanceWithContext(
                "com.sun.star.frame.DispatchHelper", context
            )
            frame = document.CurrentController.Frame
            dispatcher.executeDispatch(frame, COMMANDS[job["settle"]], "", 0, ())
        document.storeToURL(
            uno.systemPathToFileUrl(str(target)),
            (prop("FilterName", "Text (encoded)"), prop("FilterOptions", "UTF8,LF")),
        )
        return target.read_text("utf-8-sig")
    finally:
        document.close(True)


def main():
    profile = sys.argv[1]
    office, context = connect(profile)
    try:
        target = Path(profile) / "text.txt"
        print(json.dumps([text_of(context, job, target) for job in json.load(sys.stdin)]))
    finally:
        office.terminate()
        office.wait(30)


main()
