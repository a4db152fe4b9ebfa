"""A new presentation: one master with the six layouts that everybody asks for, and no slide."""

from __future__ import annotations

import io
from collections.abc import Sequence

from keenbench.formats.ooxml_names import A, P, R
from keenbench.formats.zip_splice import Made, write_zip

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NAMES = f'xmlns:a="{A[1:-1]}" xmlns:r="{R[1:-1]}" xmlns:p="{P[1:-1]}"'
_MAIN_TYPES = {".pptx": "presentation", ".ppsx": "slideshow", ".potx": "template"}
_WIDTH, _HEIGHT = 12_192_000, 6_858_000
_GROUP = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>'
    '<a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/>'
    '<a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
_COLOURS = {
    "dk2": "44546A",
    "lt2": "E7E6E6",
    "accent1": "4472C4",
    "accent2": "ED7D31",
    "accent3": "A5A5A5",
    "accent4": "FFC000",
    "accent5": "5B9BD5",
    "accent6": "70AD47",
    "hlink": "0563C1",
    "folHlink": "954F72",
}
Place = tuple[int, int, int, int]
_TITLE: Place = (838_200, 365_125, 10_515_600, 1_325_563)
_BODY: Place = (838_200, 1_825_625, 10_515_600, 4_351_338)
_FOOT = {
    "dt": (838_200, 6_356_350, 2_743_200, 365_125),
    "ftr": (4_038_600, 6_356_350, 4_114_800, 365_125),
    "sldNum": (8_610_600, 6_356_350, 2_743_200, 365_125),
}
_PROMPTS = {"title": "Click to edit Master title style", "": "Click to edit Master text styles"}
# name, type, and the placeholders: (type, idx, place or None for the master's, name)
_LAYOUTS: tuple[tuple[str, str, tuple[tuple[str, str, Place | None, str], ...]], ...] = (
    (
        "Title Slide",
        "title",
        (
            ("ctrTitle", "", (1_524_000, 1_122_363, 9_144_000, 2_387_600), "Title"),
            ("subTitle", "1", (1_524_000, 3_602_038, 9_144_000, 1_655_762), "Subtitle"),
        ),
    ),
    (
        "Title and Content",
        "obj",
        (("title", "", None, "Title"), ("", "1", None, "Content Placeholder")),
    ),
    (
        "Section Header",
        "secHead",
        (
            ("title", "", (831_850, 1_709_738, 10_515_600, 2_852_737), "Title"),
            ("body", "1", (831_850, 4_589_463, 10_515_600, 1_500_187), "Text Placeholder"),
        ),
    ),
    (
        "Two Content",
        "twoObj",
        (
            ("title", "", None, "Title"),
            ("", "1", (838_200, 1_825_625, 5_181_600, 4_351_338), "Content Placeholder"),
            ("", "2", (6_172_200, 1_825_625, 5_181_600, 4_351_338), "Content Placeholder"),
        ),
    ),
    ("Title Only", "titleOnly", (("title", "", None, "Title"),)),
    ("Blank", "blank", ()),
)


def new_deck(suffix: str) -> bytes:
    """Return the bytes of a new presentation, always the same."""
    count = len(_LAYOUTS)
    main = f"{_TYPE}.presentationml.{_MAIN_TYPES[suffix]}.main+xml"
    parts = {
        "[Content_Types].xml": _content_types(main),
        "_rels/.rels": _relationships([("officeDocument", "ppt/presentation.xml")]),
        "ppt/presentation.xml": f"<p:presentation {_NAMES} saveSubsetFonts='1'><p:sldMasterIdLst>"
        '<p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>'
        f'<p:sldSz cx="{_WIDTH}" cy="{_HEIGHT}"/><p:notesSz cx="6858000" cy="9144000"/>'
        "</p:presentation>",
        "ppt/_rels/presentation.xml.rels": _relationships(
            [
                ("slideMaster", "slideMasters/slideMaster1.xml"),
                ("theme", "theme/theme1.xml"),
                ("presProps", "presProps.xml"),
                ("tableStyles", "tableStyles.xml"),
            ]
        ),
        "ppt/presProps.xml": f"<p:presentationPr {_NAMES}/>",
        "ppt/tableStyles.xml": f'<a:tblStyleLst xmlns:a="{A[1:-1]}" '
        'def="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"/>',
        "ppt/theme/theme1.xml": _theme(),
        "ppt/slideMasters/slideMaster1.xml": _master(count),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": _relationships(
            [
                *(
                    ("slideLayout", f"../slideLayouts/slideLayout{n}.xml")
                    for n in range(1, count + 1)
                ),
                ("theme", "../theme/theme1.xml"),
            ]
        ),
    }
    for number, (name, kind, held) in enumerate(_LAYOUTS, 1):
        parts[f"ppt/slideLayouts/slideLayout{number}.xml"] = _layout(name, kind, held)
        parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = _relationships(
            [("slideMaster", "../slideMasters/slideMaster1.xml")]
        )
    out = io.BytesIO()
    write_zip(out, [_made(name, (_HEAD + text).encode()) for name, text in parts.items()])
    return out.getvalue()


def _made(name: str, data: bytes) -> Made:
    return Made(name, lambda: (data,), len(data))


def _content_types(main: str) -> str:
    overrides = {
        "/ppt/presentation.xml": main,
        "/ppt/presProps.xml": f"{_TYPE}.presentationml.presProps+xml",
        "/ppt/tableStyles.xml": f"{_TYPE}.presentationml.tableStyles+xml",
        "/ppt/theme/theme1.xml": f"{_TYPE}.theme+xml",
        "/ppt/slideMasters/slideMaster1.xml": f"{_TYPE}.presentationml.slideMaster+xml",
        **{
            f"/ppt/slideLayouts/slideLayout{number}.xml": f"{_TYPE}.presentationml.slideLayout+xml"
            for number in range(1, len(_LAYOUTS) + 1)
        },
    }
    listed = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in overrides.items()
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{listed}</Types>'
    )


def _relationships(targets: Sequence[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def _shape(number: int, name: str, ph: str, place: Place | None, inner: str) -> str:
    where = ""
    if place is not None:
        left, top, width, height = place
        where = (
            f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'
            '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
        )
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name} {number - 1}"/><p:cNvSpPr>'
        f'<a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph{ph}/></p:nvPr></p:nvSpPr>'
        f"<p:spPr>{where}</p:spPr><p:txBody>{inner}</p:txBody></p:sp>"
    )


def _said(text: str) -> str:
    return f'<a:p><a:r><a:rPr lang="en-US"/><a:t>{text}</a:t></a:r></a:p>'


def _layout(name: str, kind: str, held: tuple[tuple[str, str, Place | None, str], ...]) -> str:
    shapes = ""
    number = 2
    for role, index, place, called in held:
        ph = (f' type="{role}"' if role else "") + (f' idx="{index}"' if index else "")
        prompt = _said(_PROMPTS["title" if "itle" in role and role != "subTitle" else ""])
        looks = "<a:bodyPr/><a:lstStyle/>"
        if kind == "title":
            anchor = "b" if role == "ctrTitle" else "t"
            size = "6000" if role == "ctrTitle" else "2400"
            looks = (
                f'<a:bodyPr anchor="{anchor}"/><a:lstStyle><a:lvl1pPr marL="0" indent="0" '
                f'algn="ctr"><a:buNone/><a:defRPr sz="{size}"/></a:lvl1pPr></a:lstStyle>'
            )
        elif kind == "secHead":
            anchor = "b" if role == "title" else "t"
            size = "6000" if role == "title" else "2400"
            looks = (
                f'<a:bodyPr anchor="{anchor}"/><a:lstStyle><a:lvl1pPr marL="0" indent="0">'
                f'<a:buNone/><a:defRPr sz="{size}"/></a:lvl1pPr></a:lstStyle>'
            )
        shapes += _shape(number, called, ph, place, looks + prompt)
        number += 1
    for role, at in (("dt", 10), ("ftr", 11), ("sldNum", 12)):
        shapes += _foot(number, role, at, None)
        number += 1
    return (
        f'<p:sldLayout {_NAMES} type="{kind}" preserve="1"><p:cSld name="{name}"><p:spTree>'
        f"{_GROUP}{shapes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>"
        "</p:sldLayout>"
    )


def _foot(number: int, role: str, index: int, place: Place | None) -> str:
    size = "quarter" if role != "dt" else "half"
    ph = f' type="{role}" sz="{size}" idx="{index}"'
    name = {"dt": "Date Placeholder", "ftr": "Footer Placeholder"}.get(
        role, "Slide Number Placeholder"
    )
    inner = "<a:p/>"
    if role == "sldNum":
        inner = (
            '<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">'
            '<a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld></a:p>'
        )
    looks = "<a:bodyPr/><a:lstStyle/>"
    if place is not None:
        align = {"dt": "l", "ftr": "ctr"}.get(role, "r")
        looks = (
            f'<a:bodyPr anchor="ctr"/><a:lstStyle><a:lvl1pPr algn="{align}"><a:defRPr sz="1200">'
            '<a:solidFill><a:schemeClr val="tx1"><a:tint val="75000"/></a:schemeClr></a:solidFill>'
            '<a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></a:lstStyle>'
        )
    return _shape(number, name, ph, place, looks + inner)


def _master(count: int) -> str:
    title = '<a:bodyPr anchor="ctr"><a:normAutofit/></a:bodyPr><a:lstStyle/>'
    body = "<a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>"
    shapes = _shape(
        2, "Title Placeholder", ' type="title"', _TITLE, title + _said(_PROMPTS["title"])
    )
    shapes += _shape(
        3, "Text Placeholder", ' type="body" idx="1"', _BODY, body + _said(_PROMPTS[""])
    )
    for number, (role, index) in enumerate((("dt", 2), ("ftr", 3), ("sldNum", 4)), 4):
        shapes += _foot(number, role, index, _FOOT[role])
    listed = "".join(
        f'<p:sldLayoutId id="{2_147_483_648 + n}" r:id="rId{n}"/>' for n in range(1, count + 1)
    )
    font = '<a:latin typeface="+{0}-lt"/><a:ea typeface="+{0}-ea"/><a:cs typeface="+{0}-cs"/>'
    ink = '<a:solidFill><a:schemeClr val="tx1"/></a:solidFill>'
    levels = "".join(
        f'<a:lvl{n}pPr marL="{228_600 + 457_200 * (n - 1)}" indent="-228600" algn="l">'
        f'<a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:spcBef><a:spcPts val="{before}"/></a:spcBef>'
        '<a:buFont typeface="Arial"/><a:buChar char="•"/>'
        f'<a:defRPr sz="{size}">{ink}{font.format("mn")}</a:defRPr></a:lvl{n}pPr>'
        for n, size, before in (
            *((1, 2800, 1000), (2, 2400, 500), (3, 2000, 500), (4, 1800, 500)),
            *((n, 1800, 500) for n in range(5, 10)),
        )
    )
    others = "".join(
        f'<a:lvl{n}pPr marL="{457_200 * (n - 1)}" algn="l"><a:defRPr sz="1800">{ink}'
        f"{font.format('mn')}</a:defRPr></a:lvl{n}pPr>"
        for n in range(1, 10)
    )
    return (
        f'<p:sldMaster {_NAMES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/>'
        f"</p:bgRef></p:bg><p:spTree>{_GROUP}{shapes}</p:spTree></p:cSld>"
        '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" '
        'accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" '
        f'folHlink="folHlink"/><p:sldLayoutIdLst>{listed}</p:sldLayoutIdLst><p:txStyles>'
        '<p:titleStyle><a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:buNone/>'
        f'<a:defRPr sz="4400">{ink}{font.format("mj")}</a:defRPr></a:lvl1pPr></p:titleStyle>'
        f"<p:bodyStyle>{levels}</p:bodyStyle><p:otherStyle>{others}</p:otherStyle></p:txStyles>"
        "</p:sldMaster>"
    )


def _theme() -> str:
    colours = (
        '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>'
        '<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>'
    ) + "".join(
        f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>' for name, value in _COLOURS.items()
    )
    fonts = "".join(
        f'<a:{kind}Font><a:latin typeface="{face}"/><a:ea typeface=""/><a:cs typeface=""/>'
        f"</a:{kind}Font>"
        for kind, face in (("major", "Calibri Light"), ("minor", "Calibri"))
    )
    flat = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    lines = "".join(f'<a:ln w="{width}">{flat}</a:ln>' for width in (6_350, 12_700, 19_050))
    effects = "<a:effectStyle><a:effectLst/></a:effectStyle>" * 3
    return (
        f'<a:theme xmlns:a="{A[1:-1]}" name="KeenBench"><a:themeElements>'
        f'<a:clrScheme name="KeenBench">{colours}</a:clrScheme>'
        f'<a:fontScheme name="KeenBench">{fonts}</a:fontScheme><a:fmtScheme name="KeenBench">'
        f"<a:fillStyleLst>{flat * 3}</a:fillStyleLst><a:lnStyleLst>{lines}</a:lnStyleLst>"
        f"<a:effectStyleLst>{effects}</a:effectStyleLst><a:bgFillStyleLst>{flat * 3}"
        "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )
