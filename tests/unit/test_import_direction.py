"""Dependencies point down the list of DESIGN "Packages", never up."""

from __future__ import annotations

import ast
from pathlib import Path

import keenbench

ROOT = Path(keenbench.__file__).parent

# From the top: a module may import its own layer and those after it.
LAYERS = (
    ("cli", "__main__", "main"),
    ("server",),
    ("mcp",),
    ("engine_methods",),
    ("workshop",),
    ("analyst",),
    ("models",),
    ("engine",),
    ("workbench",),
    ("worker",),
    ("sandbox",),
    ("query",),
    ("tables",),
    ("formats",),
    ("diff",),
    (
        "reading",
        "jsonrpc",
        "registry",
        "storage",
        "file_copy",
        "paths",
        "settings",
        "demo_datasets",
        "proposal_prompt",
        "logs",
        "loading",
        "errors",
        "error_info",
        "validation_words",
        "__init__",
    ),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def imported_layers(source: Path) -> set[str]:
    layers = set()
    for node in ast.walk(ast.parse(source.read_text())):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module]
            if node.module == "keenbench":
                modules = [f"keenbench.{alias.name}" for alias in node.names]
        for module in modules:
            parts = module.split(".")
            if parts[0] == "keenbench":
                name = parts[1] if len(parts) > 1 else "__init__"
                layers.add(name if name in RANK else "__init__")
    return layers


def test_every_module_belongs_to_a_layer() -> None:
    names = {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in ROOT.rglob("*.py")}
    assert names <= set(RANK), f"not in the list of layers: {sorted(names - set(RANK))}"


def test_imports_point_down() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        own = path.relative_to(ROOT).parts[0].removesuffix(".py")
        wrong += [
            f"{path.relative_to(ROOT)} imports {layer}"
            for layer in imported_layers(path)
            if RANK[layer] < RANK[own]
        ]
    assert wrong == []


def test_the_engine_loads_no_duckdb_and_no_document_library() -> None:
    import subprocess
    import sys

    code = (
        "import sys, keenbench.server.app, keenbench.engine.table;"
        "bad = {'duckdb', 'lxml', 'docx', 'openpyxl', 'pptx', 'pypdf', 'charset_normalizer',"
        " 'yaml', 'PIL', 'odfdo', 'pypdfium2', 'python_calamine'} & set(sys.modules);"
        "sys.exit(', '.join(sorted(bad)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"loaded by the engine: {done.stderr}"
