"""Six drawn people in front of a wall of their trade: flat shapes in the colors of the app, painted with NumPy.

Shapes are signed distances in pixels, negative inside, so that edges are smooth at every position.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

WIDTH, HEIGHT = 640, 360
FACE = (320.0, 158.0)
"""Center of the face."""

PAPER, SAND, STONE, INK = "#FBF8F3", "#E6DFD2", "#8A8578", "#1B1F1D"
GREEN, DEEP_GREEN, PALE_GREEN, MINT = "#0B5D48", "#084737", "#CFE3DA", "#7AD3B2"
MARIGOLD, PALE_MARIGOLD, NIGHT, DARK = "#FFB224", "#FFEBC2", "#2A312D", "#161A18"

Shape = Callable[[np.ndarray, np.ndarray], np.ndarray]
Image = np.ndarray
Box = tuple[float, float, float, float]


def ellipse(x: float, y: float, rx: float, ry: float) -> tuple[Shape, Box]:
    """Return an ellipse around a point."""
    radius = min(rx, ry)
    shape: Shape = lambda xs, ys: (np.hypot((xs - x) / rx, (ys - y) / ry) - 1) * radius  # noqa: E731
    return shape, (x - rx, y - ry, x + rx, y + ry)


def box(x: float, y: float, width: float, height: float, radius: float = 0) -> tuple[Shape, Box]:
    """Return a rectangle from its upper left corner, with round corners."""

    def shape(xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
        across = np.abs(xs - x - width / 2) - width / 2 + radius
        down = np.abs(ys - y - height / 2) - height / 2 + radius
        outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
        return outside + np.minimum(np.maximum(across, down), 0) - radius

    return shape, (x, y, x + width, y + height)


def polygon(*points: tuple[float, float]) -> tuple[Shape, Box]:
    """Return a polygon."""

    def shape(xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
        size = np.broadcast(xs, ys).shape
        nearest, sign = np.full(size, np.inf), np.ones(size)
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
            ex, ey, wx, wy = bx - ax, by - ay, xs - ax, ys - ay
            along = np.clip((wx * ex + wy * ey) / (ex * ex + ey * ey), 0, 1)
            nearest = np.minimum(nearest, np.hypot(wx - ex * along, wy - ey * along))
            above, left = ys >= ay, ex * wy > ey * wx
            crosses = (above & (ys < by) & left) | (~above & (ys >= by) & ~left)
            sign = np.where(crosses, -sign, sign)
        return nearest * sign

    return shape, (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )


def clipped(one: tuple[Shape, Box], *others: tuple[Shape, Box]) -> tuple[Shape, Box]:
    """Return the part of the first shape that is inside all the others."""
    shapes = [shape for shape, _ in (one, *others)]
    return lambda xs, ys: np.maximum.reduce([shape(xs, ys) for shape in shapes]), one[1]


def without(one: tuple[Shape, Box], other: tuple[Shape, Box]) -> tuple[Shape, Box]:
    """Return the part of the first shape that is outside the second."""
    return lambda xs, ys: np.maximum(one[0](xs, ys), -other[0](xs, ys)), one[1]


def paint(image: Image, color: str, what: tuple[Shape, Box]) -> None:
    """Fill a shape with a color, `#RRGGBB`."""
    shape, (left, top, right, bottom) = what
    columns = slice(max(int(left) - 1, 0), min(int(right) + 3, WIDTH))
    rows = slice(max(int(top) - 1, 0), min(int(bottom) + 3, HEIGHT))
    ys, xs = np.ogrid[rows, columns]
    cover = np.clip(0.5 - shape(xs.astype(np.float32), ys.astype(np.float32)), 0, 1)[..., None]
    part = image[rows, columns].astype(np.float32)
    image[rows, columns] = np.rint(part + cover * (np.array(_rgb(color), np.float32) - part))


def _rgb(color: str) -> list[int]:
    return list(bytes.fromhex(color[1:]))


@dataclass(frozen=True, slots=True)
class Figure:
    """How a person looks: colors, and what is painted behind, on and over them."""

    skin: str
    shade: str
    hair: str
    wall: Callable[[Image], None]
    clothes: Callable[[Image], None]
    back_hair: Callable[[Image, str, float, float], None]
    front_hair: Callable[[Image, str, float, float], None]
    beard: bool = False
    lips: str = "#8E3B36"


def portrait(figure: Figure, dx: float, dy: float) -> Image:
    """Return the person without eyes and mouth, the head moved by so many pixels: rows, columns, RGB."""
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    x, y = FACE[0] + dx, FACE[1] + dy
    figure.wall(image)
    figure.back_hair(image, figure.hair, x, y)
    paint(image, figure.skin, box(294, 196, 52, 92, 26))
    paint(image, figure.shade, clipped(box(294, 196, 52, 92, 26), ellipse(x, y + 8, 58, 70)))
    figure.clothes(image)
    for side in (-1, 1):
        paint(image, figure.shade, ellipse(x + side * 55, y + 8, 9, 14))
    paint(image, figure.skin, ellipse(x, y, 56, 68))
    if figure.beard:
        jaw = without(clipped(ellipse(x, y, 57, 69), box(x - 60, y + 8, 120, 70)), ellipse(x, y + 2, 46, 42))
        paint(image, figure.hair, jaw)
        paint(image, figure.hair, box(x - 20, y + 24, 40, 7, 3.5))
    paint(image, figure.shade, box(x - 4, y - 2, 8, 20, 4))
    for side in (-1, 1):
        paint(image, figure.hair, box(x + side * 23 - 12, y - 24, 24, 5, 2.5))
    figure.front_hair(image, figure.hair, x, y)
    return image


def face(image: Image, figure: Figure, at: tuple[float, float], mouth: float, *, blinks: bool) -> None:
    """Paint eyes and mouth on a head that is moved by `at`; `mouth` is how far it is open, 0 to 1."""
    x, y = FACE[0] + at[0], FACE[1] + at[1]
    for side in (-1, 1):
        if blinks:
            paint(image, figure.shade, box(x + side * 23 - 9, y - 7, 18, 4, 2))
        else:
            paint(image, PAPER, ellipse(x + side * 23, y - 6, 7.5, 6.5))
            paint(image, INK, ellipse(x + side * 23, y - 6, 4.8, 5.6))
            paint(image, PAPER, ellipse(x + side * 23 + 1.5, y - 8, 1.5, 1.5))
    middle, half, high = y + 36, 17 - 3 * mouth, 2.2 + 9 * mouth
    whole = clipped(ellipse(x, middle, half, high), box(x - 30, middle - high, 60, 2 * high))
    if mouth < 0.12:  # Closed: a slight smile.
        curve = without(ellipse(x, middle - 10, 19, 14), ellipse(x, middle - 14, 22, 15))
        paint(image, figure.lips, clipped(curve, box(x - 18, middle - 6, 36, 14)))
        return
    paint(image, figure.lips, ellipse(x, middle, half + 2.5, high + 2.5))
    paint(image, "#3A1412", whole)
    paint(image, "#D9736B", clipped(ellipse(x, middle + high, half * 0.8, high * 0.9), whole))
    paint(image, PAPER, clipped(box(x - half, middle - high - 4, 2 * half, 4 + high * 0.55), whole))


# Walls


def _plain(image: Image, color: str) -> None:
    image[:] = _rgb(color)


def _window(image: Image, glass: str, frame: str, sun: str) -> None:
    paint(image, glass, box(44, 40, 168, 176, 10))
    paint(image, sun, clipped(ellipse(128, 216, 60, 60), box(44, 40, 168, 172)))
    paint(image, frame, box(125, 40, 6, 176))
    paint(image, frame, box(44, 124, 168, 6))
    paint(image, frame, box(28, 212, 200, 14, 7))


def _shelf(image: Image, board: str, y: float, *, left: float = 448) -> None:
    paint(image, board, box(left, y, WIDTH - left + 20, 12, 6))


def _cup(image: Image, color: str, x: float, floor: float) -> None:
    paint(image, color, without(ellipse(x + 38, floor - 24, 13, 13), ellipse(x + 38, floor - 24, 7, 7)))
    paint(image, color, clipped(box(x, floor - 56, 40, 56, 14), box(x, floor - 40, 40, 41)))


def _jar(image: Image, color: str, lid: str, x: float, floor: float) -> None:
    paint(image, color, box(x, floor - 52, 38, 52, 5))
    paint(image, lid, box(x - 4, floor - 62, 46, 13, 4))


def _plates(image: Image, color: str, x: float, floor: float) -> None:
    for number in range(5):
        paint(image, color, box(x + number % 2, floor - 9 - number * 10, 72, 7, 3.5))


def _bottle(image: Image, color: str, x: float, floor: float, label: str) -> None:
    paint(image, color, box(x + 8, floor - 84, 10, 40, 4))
    paint(image, color, box(x, floor - 56, 26, 56, 7))
    paint(image, label, box(x, floor - 36, 26, 20))


def _plant(image: Image, leaf: str, pot: str, x: float, floor: float) -> None:
    for lean in (-26, -10, 10, 26):
        paint(image, leaf, ellipse(x + lean, floor - 66 - (30 - abs(lean)) * 0.6, 11, 34))
    paint(image, pot, polygon((x - 30, floor - 48), (x + 30, floor - 48), (x + 22, floor), (x - 22, floor)))


def _lamp(image: Image, color: str, glow: str, x: float) -> None:
    paint(image, color, box(x - 1.5, 0, 3, 44))
    paint(image, color, clipped(ellipse(x, 74, 34, 34), box(x - 40, 30, 80, 44)))
    paint(image, glow, clipped(ellipse(x, 74, 11, 10), box(x - 20, 74, 40, 20)))


def _diner(image: Image) -> None:
    _plain(image, PALE_MARIGOLD)
    _window(image, PAPER, STONE, MARIGOLD)
    _shelf(image, STONE, 176)
    _cup(image, GREEN, 470, 176)
    _plates(image, PAPER, 536, 176)


def _kitchen(image: Image) -> None:
    _plain(image, NIGHT)
    _window(image, "#3A433E", DARK, MARIGOLD)
    _shelf(image, DARK, 150)
    _cup(image, MINT, 476, 150)
    _jar(image, PAPER, MINT, 548, 150)


def _host_stand(image: Image) -> None:
    _plain(image, PALE_GREEN)
    _lamp(image, GREEN, MARIGOLD, 110)
    _lamp(image, GREEN, MARIGOLD, 530)
    paint(image, GREEN, box(452, 268, 188, 100, 8))
    paint(image, DEEP_GREEN, box(440, 256, 220, 16, 8))
    paint(image, PAPER, polygon((490, 254), (506, 206), (590, 206), (582, 254)))
    for number in range(3):
        paint(image, SAND, box(514 - number * 3, 216 + number * 12, 58, 4, 2))
    _plant(image, GREEN, MARIGOLD, 96, 360)


def _cafe(image: Image) -> None:
    _plain(image, GREEN)
    _shelf(image, DEEP_GREEN, 128)
    for number, color in enumerate((PAPER, MARIGOLD, MINT)):
        _cup(image, color, 462 + number * 58, 128)
    _shelf(image, DEEP_GREEN, 232)
    _jar(image, PAPER, MARIGOLD, 474, 232)
    _jar(image, SAND, MINT, 540, 232)
    paint(image, INK, box(52, 56, 150, 118, 8))
    paint(image, MARIGOLD, clipped(ellipse(92, 102, 22, 22), box(60, 66, 80, 36)))
    for number, wide in enumerate((70, 96, 82)):
        paint(image, PAPER, box(76, 114 + number * 18, wide, 6, 3))


def _bar(image: Image) -> None:
    _plain(image, "#3B2A33")
    for floor in (132, 236):
        paint(image, "#251920", box(-20, floor, 218, 12, 6))
        _shelf(image, "#251920", floor)
    for number, color in enumerate((MINT, MARIGOLD, GREEN, PAPER)):
        _bottle(image, color, 30 + number * 40, 132, PALE_MARIGOLD)
        _bottle(image, (PAPER, GREEN, MARIGOLD, MINT)[number], 466 + number * 42, 132, SAND)
    for number in range(3):
        _jar(image, (MARIGOLD, PAPER, MINT)[number], GREEN, 474 + number * 54, 236)
        _cup(image, (PAPER, MINT, MARIGOLD)[number], 22 + number * 58, 236)


def _food_stand(image: Image) -> None:
    _plain(image, "#CFE0EA")
    paint(image, MARIGOLD, clipped(ellipse(536, 244, 60, 60), box(460, 170, 150, 74)))
    paint(image, MINT, box(-10, 244, 660, 130, 0))
    for number in range(9):
        color = PAPER if number % 2 else "#D9573F"
        paint(image, color, box(number * 72 - 4, -10, 72.5, 50))
        paint(image, color, ellipse(number * 72 + 32, 40, 36, 22))
    paint(image, STONE, box(64, 40, 8, 320))


# Clothes


def _mirrored(image: Image, color: str, *points: tuple[float, float]) -> None:
    """Paint a polygon on both sides of the middle; each point is so far from the middle, and so far down."""
    for side in (-1, 1):
        paint(image, color, polygon(*((320 + side * away, down) for away, down in points)))


def _shoulders(image: Image, color: str, *, wide: float = 126) -> None:
    paint(image, color, ellipse(320, 356, wide, 96))


def _apron(image: Image, color: str) -> None:
    _mirrored(image, color, (40, 264), (54, 268), (62, 312), (46, 312))
    paint(image, color, box(256, 304, 128, 80, 10))


def _server_clothes(image: Image) -> None:
    _shoulders(image, PAPER)
    paint(image, "#C68B63", polygon((296, 254), (344, 254), (320, 296)))
    _mirrored(image, SAND, (26, 248), (46, 268), (16, 302), (0, 294))
    _apron(image, GREEN)
    paint(image, MARIGOLD, box(346, 318, 26, 10, 3))


def _cook_clothes(image: Image) -> None:
    _shoulders(image, "#F3F1EA", wide=136)
    paint(image, SAND, polygon((290, 252), (350, 252), (326, 306), (300, 306)))
    paint(image, MARIGOLD, polygon((288, 250), (352, 250), (340, 274), (300, 274)))
    for row in (314, 338):
        for side in (-16, 16):
            paint(image, STONE, ellipse(320 + side, row, 4, 4))


def _host_clothes(image: Image) -> None:
    _shoulders(image, "#24434F", wide=116)
    paint(image, PAPER, polygon((288, 252), (352, 252), (320, 330)))
    paint(image, "#E9BE97", polygon((298, 250), (342, 250), (320, 284)))
    _mirrored(image, "#1A323C", (28, 248), (52, 268), (4, 352), (0, 330))
    paint(image, MARIGOLD, ellipse(372, 320, 7, 7))


def _barista_clothes(image: Image) -> None:
    _shoulders(image, "#E9A23B", wide=118)
    paint(image, "#F1CBA6", ellipse(320, 260, 26, 14))
    _apron(image, INK)
    paint(image, PAPER, box(300, 322, 40, 6, 3))


def _bartender_clothes(image: Image) -> None:
    _shoulders(image, PAPER, wide=120)
    paint(image, "#7B4A2E", polygon((298, 252), (342, 252), (320, 288)))
    _mirrored(image, INK, (60, 280), (84, 300), (96, 372), (2, 372), (2, 334))
    _mirrored(image, SAND, (26, 248), (42, 264), (16, 296), (0, 290))
    _mirrored(image, MARIGOLD, (0, 296), (22, 286), (22, 308))


def _stand_clothes(image: Image) -> None:
    _shoulders(image, "#2F6FA8", wide=128)
    paint(image, "#255A89", ellipse(320, 268, 54, 24))
    paint(image, "#F3CDB2", ellipse(320, 260, 26, 14))
    for side in (-1, 1):
        paint(image, PAPER, box(320 + side * 26 - 2, 276, 4, 44, 2))


# Hair. All of it moves with the head.


def _none(_image: Image, _color: str, _x: float, _y: float) -> None:
    """Nothing behind the head."""


def _bun(image: Image, color: str, x: float, y: float) -> None:
    paint(image, color, ellipse(x, y - 80, 26, 24))
    paint(image, color, ellipse(x, y - 14, 61, 62))


def _parted(image: Image, color: str, x: float, y: float) -> None:
    top = clipped(ellipse(x, y - 6, 59, 66), box(x - 64, y - 80, 128, 50))
    paint(image, color, without(top, ellipse(x + 8, y + 6, 52, 48)))


def _cap(image: Image, color: str, x: float, y: float) -> None:
    for side in (-1, 1):
        paint(image, color, box(x + side * 53 - 5, y - 34, 10, 34, 4))
    paint(image, MARIGOLD, clipped(ellipse(x, y - 34, 63, 54), box(x - 70, y - 100, 140, 66)))
    paint(image, PALE_MARIGOLD, box(x - 65, y - 44, 130, 17, 8.5))


def _bob(image: Image, color: str, x: float, y: float) -> None:
    paint(image, color, box(x - 66, y - 70, 132, 152, 50))


def _fringe(image: Image, color: str, x: float, y: float) -> None:
    top = clipped(ellipse(x, y - 8, 61, 66), box(x - 66, y - 80, 132, 52))
    paint(image, color, top)
    for side in (-1, 1):
        paint(image, color, box(x + side * 57 - 8, y - 40, 16, 92, 8))


def _long(image: Image, color: str, x: float, y: float) -> None:
    paint(image, color, box(x - 70, y - 74, 140, 190, 60))


def _side_parted(image: Image, color: str, x: float, y: float) -> None:
    top = clipped(ellipse(x, y - 8, 61, 67), box(x - 66, y - 80, 132, 70))
    paint(image, color, without(top, ellipse(x + 22, y + 8, 50, 46)))
    for side in (-1, 1):  # Glasses.
        ring = without(ellipse(x + side * 23, y - 6, 17, 16), ellipse(x + side * 23, y - 6, 14.5, 13.5))
        paint(image, INK, ring)
    paint(image, INK, box(x - 7, y - 9, 14, 3))


def _curls(image: Image, color: str, x: float, y: float) -> None:
    for number in range(15):
        angle = np.pi * (0.92 + 1.16 * number / 14)
        paint(image, color, ellipse(x + 66 * float(np.cos(angle)), y - 14 + 62 * float(np.sin(angle)), 27, 27))
    paint(image, color, ellipse(x, y - 20, 66, 64))


def _curly_top(image: Image, color: str, x: float, y: float) -> None:
    for number in range(7):
        angle = np.pi * (1.14 + 0.72 * number / 6)
        paint(image, color, ellipse(x + 48 * float(np.cos(angle)), y - 8 + 54 * float(np.sin(angle)), 19, 17))
    for side in (-1, 1):  # Earrings.
        paint(image, MARIGOLD, ellipse(x + side * 58, y + 28, 5.5, 5.5))


def _short(image: Image, color: str, x: float, y: float) -> None:
    paint(image, color, clipped(ellipse(x, y - 8, 61, 68), box(x - 66, y - 80, 132, 46)))
    for number in range(6):
        left = x - 52 + number * 18
        paint(image, color, polygon((left, y - 66), (left + 14, y - 86 + abs(number - 3) * 4), (left + 24, y - 62)))
    for side in (-1, 1):
        paint(image, color, box(x + side * 56 - 5, y - 44, 10, 34, 4))


FIGURES = {
    "rosa": Figure("#C68B63", "#AC7350", "#2B1B17", _diner, _server_clothes, _bun, _parted),
    "jamal": Figure("#6B4329", "#563420", "#17110E", _kitchen, _cook_clothes, _none, _cap, beard=True, lips="#8A4A3C"),
    "linh": Figure("#E9BE97", "#D3A077", "#1E1A1C", _host_stand, _host_clothes, _bob, _fringe),
    "grace": Figure("#F1CBA6", "#DCAF87", "#3A2A22", _cafe, _barista_clothes, _long, _side_parted),
    "destiny": Figure("#7B4A2E", "#633A23", "#201512", _bar, _bartender_clothes, _curls, _curly_top, lips="#8C3A34"),
    "kyle": Figure("#F3CDB2", "#DDAE90", "#B4622F", _food_stand, _stand_clothes, _none, _short),
}
