"""Files over HTTP: bytes in, bytes out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, File, Request, UploadFile
from fastapi.responses import StreamingResponse

from keenbench.engine.engine import Engine
from keenbench.engine.methods.audited import audited
from keenbench.engine.methods.files import AddResults, file_results
from keenbench.server.rpc import FAULTS
from keenbench.workbench import files as workbench_files

router = APIRouter(prefix="/workbenches/{workbench_id}/files", tags=["files"])

_CHUNK_BYTES = 1 << 20


@router.post("", responses=FAULTS)
def add(
    workbench_id: str, files: Annotated[list[UploadFile], File()], request: Request
) -> AddResults:
    """Add uploaded files to Published; each is added, or skipped with a reason."""
    engine: Engine = request.app.state.engine
    uploads = [(upload.filename or "", _chunks(upload)) for upload in files]
    bench = engine.workbenches.get(workbench_id)
    with audited(engine, bench, "WorkbenchFilesAdd") as audit:
        results = workbench_files.add_uploads(bench, uploads, engine.events)
        audit.files = [each.path for each in results if each.status == "added"]
    return file_results(results)


@router.get("/{path}", responses=FAULTS, response_class=StreamingResponse)
def download(
    workbench_id: str,
    path: str,
    request: Request,
    version: Literal["active", "draft", "published"] = "active",
) -> StreamingResponse:
    """Send one version of a file, to be saved and never shown: documents are not pages of ours."""
    engine: Engine = request.app.state.engine
    fd = workbench_files.open_active(engine.workbenches.get(workbench_id), version, path)
    headers = {
        "content-length": str(os.fstat(fd).st_size),
        "content-disposition": f"attachment; filename*=UTF-8''{quote(path, safe='')}",
        "content-security-policy": "default-src 'none'; sandbox",
    }
    return StreamingResponse(_read(fd), headers=headers, media_type="application/octet-stream")


def _chunks(upload: UploadFile) -> Iterable[bytes]:
    return iter(lambda: upload.file.read(_CHUNK_BYTES), b"")


def _read(fd: int) -> Iterator[bytes]:
    with os.fdopen(fd, "rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            yield chunk
