"""The tiles as the rulebook's index has them, written down by hand: what the component file is checked against."""

from __future__ import annotations

from typing import NamedTuple

TYPES = {"R": "residential", "C": "commercial", "I": "industrial", "P": "public", "E": "extraction"}
PROVIDERS = {
    "coal": 21, "ore": 22, "wood": 20, "stone": 19, "gas": 23, "oil": 18,
    "steel": 51, "lumber": 11, "glass": 54, "copper": 53, "concrete": 12, "diamonds": 14, "plastic": 52, "gold": 13,
    "sports_cars": 96, "jewellery": 97, "electronics": 98,
}  # fmt: skip
"""A tile that makes nothing but this good."""
GOODS = tuple(PROVIDERS)
DISASTERS = {24: "flood", 64: "fire", 104: "violence"}

# Tile, stack and symbol (A: anchor), types, points, cost (+ and, / or, 3R: three residential tiles), money at once,
# income, goods made, marks, name. Marks: smoke for polluted, power, fire and police for protection, more for what the
# text adds.
TABLE = """
  1 I1   R  1  1                          -  -  -                      -            Mietshäuser
  2 I1   R  1  1                          -  -  -                      -            Kolonialhäuser
  3 I1   R  -  -                          -  -  -                      -            Slums
  4 I1   R  2  2                          -  -  -                      -            Stadthäuser
  5 I1   R  1  lumber                     -  -  -                      -            Ranch
  6 I1   C  -  -                          3  1  -                      -            Supermarkt
  7 I1   C  -  -                          5  -  -                      -            Pfandleihhaus
  8 I1   C  -  -                          -  3  -                      -            Waschsalon
  9 I1   C  -  gold                       4  2  -                      -            Antiquitätenladen
 10 I1   C  -  oil                        3  3  -                      -            Tankstelle
 11 I1   I  -  wood                       -  -  lumber                 smoke        Sägewerk
 12 I1   I  -  stone                      -  -  concrete               smoke        Betonwerk
 13 I1   I  -  ore                        -  -  gold                   smoke        Goldschmelze
 14 I1   I  -  coal                       -  -  diamonds               smoke        Diamantenfabrik
 15 I1   P  4  gas                        -  -  -                      smoke+power  Gaskraftwerk
 16 I1   P  4  coal/oil                   -  -  -                      smoke+power  Brennstoffanlage
 17 I1   P  3  -                          -  -  -                      fire         Feuerwehr
 18 I1   E  -  -                          -  -  oil                    -            Ölquelle
 19 I1   E  -  -                          -  -  stone                  -            Kalksteinbruch
 20 I1   E  -  -                          -  -  wood                   -            Regenwald
 21 I1   E  -  -                          -  -  coal                   -            Kohlenzeche
 22 I1   E  -  -                          -  -  ore                    -            Erzader
 23 I1   E  -  -                          -  -  gas                    -            Erdgasfeld
 25 I4   R  1  -                          -  -  -                      -            Landhäuser
 26 I4   R  3  3                          -  -  -                      -            Mini-Häuser
 27 I4   C  -  -                          2  2  -                      -            Lokal
 28 I4   C  -  -                          1  3  -                      -            Rastplatz
 29 I4   I  -  1+ore                      -  -  gold                   smoke        Goldschmelze
 30 I4   I  -  1+coal                     -  -  diamonds               smoke        Diamantenfabrik
 31 I4   P  2  -                          -  -  -                      more         Bauamt
 32 I4   E  -  -                          -  -  -                      power        Windräder
 33 I5   R  1  -                          -  -  -                      -            Reihenhäuser
 34 I5   R  2  1                          -  -  -                      -            Reihensiedlung
 35 I5   C  -  2                          -  4  -                      -            Motel
 36 I5   C  -  -                          3  1,2,3  -                  -            Apotheke
 37 I5   I  -  1+wood                     -  -  lumber                 smoke        Sägewerk
 38 I5   P  4  1                          -  -  -                      fire         Feuerwehr
 39 I5   E  -  -                          -  -  gas+wood               -            Sumpf
 40 I5   E  -  -                          -  -  coal+stone             -            Kohleflöz
 41 II1  R  4  lumber                     -  -  -                      -            Blockhütten
 42 II1  R  3  1                          -  -  -                      -            Vorstadtsiedlung
 43 II1  R  3  2                          -  -  -                      -            Apartements
 44 II1  R  2  -                          -  -  -                      -            Bungalows
 45 II1  R  2  concrete                   -  -  -                      -            Fertighäuser
 46 II1  C  -  gold                       8  2  -                      -            Kreditbüro
 47 II1  C  -  diamonds                   6  4  -                      -            Kaufhaus
 48 II1  C  -  -                          1  5  -                      -            Hotel
 49 II1  C  -  4                          -  8  -                      -            Nachtclub
 50 II1  C  -  plastic                    4  5  -                      -            Imbissmeile
 51 II1  I  -  coal+ore                   -  -  steel                  smoke        Stahlgießerei
 52 II1  I  -  gas+oil                    -  -  plastic                smoke        Kunststoffwerk
 53 II1  I  -  ore                        -  -  copper                 smoke        Kupferhütte
 54 II1  I  -  stone                      -  -  glass                  smoke        Glashütte
 55 II1  I  -  wood                       -  -  lumber                 smoke        Sägewerk
 56 II1  P  5  1                          -  -  -                      fire         Feuerwehr
 57 II1  P  4  1                          -  -  -                      police       Polizeirevier
 58 II1  P  7  gas                        -  -  -                      smoke+power  Blockheizkraftwerk
 59 II1  P  -  -                          -  2  -                      more         Post
 60 II1  P  -  steel/5                    -  -  -                      more         Schatzamt
 61 II1  E  -  -                          -  -  coal+ore               -            Bergwerk
 62 II1  E  -  -                          -  -  stone+wood             -            Aufgelassener_Steinbruch
 63 II1  E  -  -                          -  -  gas+oil                -            Ölfelder
 65 II4  R  3  3                          -  -  -                      -            Triplex
 66 II4  R  2  2                          -  -  -                      -            Eigentumswohnungen
 67 II4  C  -  gas                        3  4  -                      -            Restaurant
 68 II4  I  -  2+stone                    -  -  concrete+glass         smoke        Steinbrecher
 69 II4  I  -  2+ore                      -  -  copper+gold            smoke        Metallschmelze
 70 II4  P  4  -                          -  -  -                      fire         Feuerwehr
 71 II4  P  3  -                          -  -  -                      police       Polizeirevier
 72 II4  E  -  -                          -  -  ore+stone              -            Erzgrube
 73 II5  R  3  lumber                     -  -  -                      -            Blockhäuser
 74 II5  R  3  2+concrete                 -  -  -                      -            Betonhäuser
 75 II5  C  -  gold                       1  6  -                      -            Bank
 76 II5  C  -  -                          5  2  -                      -            Einkaufsmeile
 77 II5  I  -  2+gas/2+oil                -  -  plastic                smoke        Kunststoffwerk
 78 II5  I  -  2+coal+ore                 -  -  diamonds+steel         smoke        Druckgießerei
 79 II5  P  7  2+gas                      -  -  -                      smoke+power  Blockheizkraftwerk
 80 II5  E  -  -                          -  -  coal+gas               -            Torfmoor
 81 III1 R  4  lumber                     -  -  -                      -            Villenviertel
 82 III1 R  4  concrete                   -  -  -                      -            Backsteinhäuser
 83 III1 R  4  3R                         -  -  -                      -            Seniorenheim
 84 III1 R  3  -                          -  -  -                      -            Wohnkomplex
 85 III1 R  4  2                          -  -  -                      -            Hochhäuser
 86 III1 RC 3  concrete+glass             3  3  -                      -            Wohnen_&_Gastronomie
 87 III1 RC 2  lumber+steel               4  4  -                      -            Wohnen_&_Gewerbe
 88 III1 C  -  sports_cars                12 12 -                      -            Autohändler
 89 III1 C  -  jewellery                  6  18 -                      -            Juwelier
 90 III1 C  -  electronics                -  24 -                      -            Computerhandel
 91 III1 C  -  gold                       12 2  -                      -            Uhrengeschäft
 92 III1 C  -  plastic                    3  13 -                      -            Modehaus
 93 III1 C  -  copper                     5  10 -                      -            Dachdeckerei
 94 III1 C  -  3C                         1  9  -                      -            Börse
 95 III1 C  -  -                          13 -  -                      -            Inkassobüro
 96 III1 I  -  glass+plastic+steel        -  -  sports_cars            smoke        Autofabrik
 97 III1 I  -  diamonds+glass+gold        -  -  jewellery              smoke        Schmuckfabrik
 98 III1 I  -  copper+diamonds+steel      -  -  electronics            smoke        Elektronikfabrik
 99 III1 I  -  3I                         -  -  diamonds+lumber+plastic+steel smoke Moderne_Fabrik
100 III1 I  -  2+ore+stone                -  -  concrete+copper+glass+gold    smoke Moderne_Gießerei
101 III1 P  10 8                          -  -  -                      power        Kernkraftwerk
102 III1 P  6  1                          -  -  -                      police       Polizeirevier
103 III1 P  -  concrete                   -  -  -                      more         Lagerhaus
105 III4 R  10 concrete+glass+lumber+steel -  -  -                     -            Luxuswohnungen
106 III4 C  -  plastic                    2  15 -                      -            Spielwarengeschäft
107 III4 C  -  copper                     4  12 -                      -            Klempnerei
108 III4 I  -  glass+plastic+steel        -  -  sports_cars            smoke        Autofabrik
109 III4 I  -  diamonds+glass+gold        -  -  jewellery              smoke        Schmuckfabrik
110 III4 I  -  copper+diamonds+steel      -  -  electronics            smoke        Elektronikfabrik
111 III4 P  2  -                          -  -  -                      more         Zollbehörde
112 III4 P  25 25                         -  -  -                      -            Stadion
113 III5 R  6  concrete+lumber            -  -  -                      -            Schloss
114 III5 R  5  5                          -  -  -                      -            Luxusdomizile
115 III5 C  -  sports_cars                12 12 -                      -            Autohändler
116 III5 C  -  jewellery                  6  18 -                      -            Juwelier
117 III5 C  -  electronics                -  24 -                      -            Computerhandel
118 III5 P  -  wood                       -  -  -                      more         Klinik
119 III5 P  5  -                          -  -  -                      police       Polizeirevier
120 III5 P  8  coal+oil                   -  -  -                      smoke+power  Dampfturbinenanlage
121 A    C  -  -                          1  -  -                      more         Casino
122 A    C  -  -                          4  -  -                      more         Kontor
123 A    C  -  -                          -  -  -                      more         Shoppingcenter
124 A    P  -  -                          -  -  -                      more         Bürgerhaus
125 A    P  -  -                          -  -  -                      more         Rathaus
126 A    P  -  -                          -  -  -                      more         Park
127 A    P  -  -                          -  -  -                      more         Handelskammer
128 A    P  -  1                          -  -  -                      more         Universität
129 A    P  -  8                          -  -  -                      more         Stadtverwaltung
130 A    P  -  2                          -  -  -                      more         Gefängnis
131 A    P  -  -                          -  -  -                      more         Parkplatzverwaltung
132 A    P  -  1                          -  -  -                      more         Handelsverband
133 A    P  -  -                          2  -  -                      more         Versicherung
134 A    P  -  -                          -  -  -                      more         U-Bahn
135 A    R  -  6                          -  -  -                      more         Penthauswohnungen
136 A    C  -  -                          2  -  -                      more         Reisebüro
137 A    I  -  -                          -  2  -                      smoke+more   Modulare_Fabrik
138 A    P  -  -                          -  -  -                      more         Umweltamt
139 A    P  3  -                          -  -  -                      fire+police  Ordnungsamt
140 A    P  -  1                          -  -  -                      power+more   Wasserkraftwerk
141 A    P  -  5                          -  -  -                      more         Beteiligungsgesellschaft
142 A    P  -  -                          -  -  -                      more         Busbahnhof
143 A    P  -  -                          -  -  -                      more         Planungsbehörde
144 A    P  -  -                          -  -  -                      more         Effizienzbehörde
145 A    P  -  -                          -  -  -                      more         Genossenschaft
146 A    P  -  -                          -  -  -                      more         Gewerbeamt
147 A    P  -  -                          -  -  -                      more         Umspannwerk
148 A    P  -  -                          -  -  -                      more         Stadtrat
149 A    P  -  -                          -  -  -                      more         Kämmerei
150 A    P  -  -                          -  -  -                      more         Fremdenverkehrsamt
"""

SUMS = {
    6: 6, 9: 10, 10: 12, 8: 9, 7: 5, 27: 8, 28: 10, 35: 12, 36: 9, 46: 12, 47: 14, 48: 11, 49: 16, 50: 14, 59: 4,
    67: 11, 75: 13, 76: 9, 86: 6, 87: 8, 88: 24, 89: 24, 90: 24, 91: 14, 92: 16, 93: 15, 95: 13, 106: 17, 107: 16,
    115: 24, 116: 24, 117: 24, 137: 6,
}  # fmt: skip
"""What the footnotes say that a tile brings in all, built in the first generation that it can be; 94's is a slip."""


class Cost(NamedTuple):
    """One way to meet what a tile takes."""

    money: int
    goods: tuple[str, ...]
    tiles: str
    """The letter of the type of which three tiles are needed; or nothing."""


class Row(NamedTuple):
    """A tile of the index."""

    number: int
    generation: int
    """0: an anchor."""
    symbol: int
    types: frozenset[str]
    points: int
    costs: tuple[Cost, ...]
    once: int
    income: tuple[int, int, int]
    goods: frozenset[str]
    marks: frozenset[str]
    name: str


def _split(text: str, at: str) -> list[str]:
    return [] if text == "-" else text.split(at)


def _cost(text: str) -> Cost:
    parts = _split(text, "+")
    money = sum(int(part) for part in parts if part.isdigit())
    tiles = "".join(part[1:] for part in parts if part[0] == "3" and len(part) == 2)
    return Cost(money, tuple(part for part in parts if part in GOODS), tiles)


def _row(text: str) -> Row:
    number, stack, types, points, cost, once, income, goods, marks, name = text.split()
    incomes = [int(amount) for amount in income.replace("-", "0").split(",")]
    return Row(
        int(number),
        0 if stack == "A" else len(stack) - 1,
        0 if stack == "A" else int(stack[-1]),
        frozenset(TYPES[letter] for letter in types),
        int(points.replace("-", "0")),
        tuple(_cost(way) for way in cost.split("/")),
        int(once.replace("-", "0")),
        (incomes[0], incomes[-2 if len(incomes) > 1 else 0], incomes[-1]),
        frozenset(_split(goods, "+")),
        frozenset(_split(marks, "+")),
        name.replace("_", " "),
    )


INDEX = {row.number: row for row in map(_row, TABLE.strip().splitlines())}
