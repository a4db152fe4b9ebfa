"""What the offline model cannot work out, and the phrases that ask for it."""

from __future__ import annotations

BEYOND: dict[str, tuple[str, ...]] = {
    "variance": ("variance", "var"),
    "mode": ("modal",),
    "correlation": (
        "correlation",
        "correlate",
        "correlated",
        "correlates",
        "relationship between",
        "related to",
    ),
    "a percentile": ("percentile", "quartile", "quantile", "decile", "percentiles", "quartiles"),
    "a forecast": (
        "predict",
        "forecast",
        "prediction",
        "projected",
        "will be",
        "extrapolate",
        "going to",
        "expected to",
        "estimate",
    ),
    "a moving average": ("moving average", "rolling average"),
    "who reports to whom": ("report to", "reports to", "reporting to", "reported to"),
    "a reason": ("why", "reason why", "explain", "the reason for"),
    "how things stood at one moment": (
        "at the end of",
        "at the start of",
        "at the beginning of",
        "at the close of",
        "as at the end of",
        "as of the end of",
        "as at",
        "at year end",
        "at month end",
        "at quarter end",
    ),
    "what lies ahead of the data": (
        "in the next",
        "within the next",
        "over the next",
        "during the next",
        "for the next",
    ),
    "an outlier": ("outlier", "outliers", "anomaly", "anomalies"),
    "skew and the like": (
        "skewness",
        "kurtosis",
        "regression",
        "p value",
        "significant",
        "significance",
    ),
}
