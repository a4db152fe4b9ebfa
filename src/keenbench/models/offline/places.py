"""Countries, regions and states as people and tables call them: by name, by code, by adjective."""

from __future__ import annotations

_COUNTRIES = """
    united states, usa, us, u.s, u.s.a, united states of america, america, american,
    americans;
    united kingdom, uk, gb, gbr, great britain, britain, u.k, british, brits;
    england, english, eng; scotland, scottish, sco; wales, welsh, wal; northern ireland, ni, nir;
    germany, german, germans, de, deu, ger, deutschland; france, french, fr, fra;
    spain, spanish, es, esp, espana; italy, italian, italians, it, ita, italia;
    netherlands, dutch, holland, nl, nld, ned; belgium, belgian, be, bel;
    luxembourg, lu, lux; austria, austrian, at, aut; switzerland, swiss, ch, che, sui;
    ireland, irish, ie, irl; portugal, portuguese, pt, prt, por; poland, polish, pl, pol;
    sweden, swedish, se, swe; norway, norwegian, no, nor; denmark, danish, dk, dnk, den;
    finland, finnish, fi, fin; iceland, icelandic, is, isl; greece, greek, gr, grc;
    czech republic, czechia, czech, cz, cze; slovakia, slovak, sk, svk; hungary, hungarian, hu, hun;
    romania, romanian, ro, rou; bulgaria, bulgarian, bg, bgr; croatia, croatian, hr, hrv;
    serbia, serbian, rs, srb; slovenia, slovenian, si, svn; estonia, estonian, ee, est;
    latvia, latvian, lv, lva; lithuania, lithuanian, lt, ltu; ukraine, ukrainian, ua, ukr;
    russia, russian, russians, ru, rus, russian federation; turkey, turkish, tr, tur, turkiye;
    israel, israeli, il, isr; saudi arabia, saudi, sa, sau, ksa;
    uae, united arab emirates, emirates, emirati, ae, are; qatar, qatari, qa, qat;
    kuwait, kuwaiti, kw, kwt; egypt, egyptian, eg, egy; morocco, moroccan, ma, mar;
    algeria, algerian, dz, dza; tunisia, tunisian, tn, tun; nigeria, nigerian, ng, nga;
    ghana, ghanaian, gh, gha; kenya, kenyan, ke, ken; ethiopia, ethiopian, et, eth;
    south africa, south african, za, zaf, rsa; japan, japanese, jp, jpn;
    china, chinese, cn, chn, prc; hong kong, hk, hkg; taiwan, taiwanese, tw, twn;
    south korea, korea, korean, south korean, kr, kor; india, indian, in, ind;
    pakistan, pakistani, pk, pak; bangladesh, bangladeshi, bd, bgd; sri lanka, sri lankan, lk, lka;
    nepal, nepali, np, npl; thailand, thai, th, tha; vietnam, vietnamese, vn, vnm;
    malaysia, malaysian, my, mys; singapore, singaporean, sg, sgp; indonesia, indonesian, id, idn;
    philippines, filipino, philippine, ph, phl; australia, australian, aussie, au, aus;
    new zealand, kiwi, nz, nzl; canada, canadian, ca, can; mexico, mexican, mx, mex;
    brazil, brazilian, br, bra; argentina, argentinian, argentine, ar, arg;
    chile, chilean, cl, chl; colombia, colombian, co, col; peru, peruvian, pe, per;
    venezuela, venezuelan, ve, ven; ecuador, ecuadorian, ec, ecu; uruguay, uruguayan, uy, ury;
    cuba, cuban, cu, cub; jamaica, jamaican, jm, jam; costa rica, costa rican, cr, cri
"""
_REGIONS = """
    europe, european, eu, eur, european union; north america, north american, na, noram, n america;
    south america, south american, sam, s america; latin america, latin american, latam, lac;
    asia, asian; asia pacific, apac, asia-pacific, asia pac; africa, african;
    middle east, middle eastern, mena; oceania, oceanian, anz; global, worldwide, world, ww;
    international, intl; europe middle east and africa, emea;
    north, n, northern; south, s, southern;
    east, e, eastern; west, w, western; north east, ne, northeast, north eastern, northeastern;
    north west, nw, northwest, north western, northwestern; south east, se, southeast, southeastern;
    south west, sw, southwest, southwestern; new york, nyc, new york city; los angeles, la;
    san francisco, sf; washington dc, dc, washington d.c
"""
_STATES = """
    alabama al, alaska ak, arizona az, arkansas ar, california ca, colorado co, connecticut ct,
    delaware de, florida fl, georgia ga, hawaii hi, idaho id, illinois il, indiana in, iowa ia,
    kansas ks, kentucky ky, louisiana la, maine me, maryland md, massachusetts ma, michigan mi,
    minnesota mn, mississippi ms, missouri mo, montana mt, nebraska ne, nevada nv,
    new hampshire nh, new jersey nj, new mexico nm, new york ny, north carolina nc,
    north dakota nd, ohio oh, oklahoma ok, oregon or, pennsylvania pa, rhode island ri,
    south carolina sc, south dakota sd, tennessee tn, texas tx, utah ut, vermont vt, virginia va,
    washington wa, west virginia wv, wisconsin wi, wyoming wy, ontario on, quebec qc,
    british columbia bc, alberta ab, manitoba mb, saskatchewan sk, nova scotia ns,
    new south wales nsw, victoria vic, queensland qld, western australia wa, south australia sa,
    tasmania tas
"""
_OF_STATES = {"ca": ("californian",), "tx": ("texan",)}


def _groups(text: str) -> list[tuple[str, ...]]:
    return [
        tuple(name.strip() for name in " ".join(group.split()).split(","))
        for group in text.split(";")
    ]


COUNTRIES: tuple[tuple[str, ...], ...] = tuple(_groups(_COUNTRIES))
REGIONS: tuple[tuple[str, ...], ...] = tuple(_groups(_REGIONS))
STATES: tuple[tuple[str, ...], ...] = tuple(
    (name, code, *_OF_STATES.get(code, ()))
    for name, _, code in (" ".join(each.split()).rpartition(" ") for each in _STATES.split(","))
)

_COUNTRY_CODES = {name for group in COUNTRIES for name in group if len(name) == 2}
_STATE_CODES = {group[1] for group in STATES}
AMBIGUOUS_CODES: frozenset[str] = frozenset(_COUNTRY_CODES & _STATE_CODES)
"""CA is California in a column of states, and Canada in one of countries."""

__all__ = ["AMBIGUOUS_CODES", "COUNTRIES", "REGIONS", "STATES"]
