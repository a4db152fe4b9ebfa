"""What the environment would make providers' packages do behind our back.

Each of these names sends requests, or a record of them, to a server other than the one that the
user set. They are taken out of this process before a package reads them.
"""

from __future__ import annotations

import os

from keenbench.models.tracing import turn_off

_REROUTES = (
    "LANGSMITH_GATEWAY",  # LangChain: through LangSmith's gateway
    "GOOGLE_GENAI_USE_VERTEXAI",  # Google: to Vertex AI, with other credentials
    "GOOGLE_GENAI_USE_ENTERPRISE",
    "GOOGLE_GEMINI_BASE_URL",
    "GOOGLE_API_USE_MTLS_ENDPOINT",
    "GOOGLE_GENAI_HTTP_CLIENT",
    "OPENAI_PROXY",
    "ANTHROPIC_PROXY",
    "ANTHROPIC_AUTH_TOKEN",  # Anthropic: a second credential beside the key
    "OPENAI_CUSTOM_HEADERS",
    "ANTHROPIC_CUSTOM_HEADERS",
    "LC_OUTPUT_VERSION",  # LangChain: another shape of every message
)


def settle() -> None:
    """Leave packages nothing to read but what they are given."""
    turn_off()
    for name in _REROUTES:
        os.environ.pop(name, None)
