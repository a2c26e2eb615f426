from hypothesis import given
from hypothesis import strategies as st

from tacsim.grid.cells import Body
from tacsim.view.picture.camera import CLOSE, FAR, NEAR, NORMAL, Camera
from tacsim.view.picture.layout import SQUARES

SCALES = [(shape.wide, shape.high) for shape in SQUARES.shapes]
sizes = st.integers(1, 512)
cameras = st.builds(
    Camera, sizes, sizes, st.integers(1, 200), st.integers(1, 80), st.integers(-50, 600),
    st.integers(-50, 600), st.integers(0, len(SCALES) - 1),
)  # fmt: skip
fractions = st.floats(0, 1)


def cell_of(camera, fx, fy):
    return (round(fx * (camera.width - 1)), round(fy * (camera.height - 1)))


@given(cameras, fractions, fractions)
def test_a_cells_place_on_the_screen_is_a_place_in_that_cell(camera, fx, fy):
    cell = cell_of(camera, fx, fy)
    column, row = camera.position(cell)
    wide, high = camera.scale
    for dx in range(wide):
        for dy in range(high):
            assert camera.cell_at(column + dx, row + dy) == cell


@given(cameras)
def test_a_clamped_camera_wastes_no_screen_and_centres_a_small_map(camera):
    camera = camera.clamped()
    for start, length, room in (
        (camera.left, camera.width, camera.across), (camera.top, camera.height, camera.down),
    ):  # fmt: skip
        if length <= room:
            before, after = -start, room - length + start
            assert 0 <= before <= after <= before + 1 or 0 <= after <= before <= after + 1
        else:
            assert 0 <= start <= length - room


@given(cameras, fractions, fractions, st.integers(0, 5))
def test_what_is_to_be_shown_is_on_the_screen(camera, fx, fy, margin):
    cell = cell_of(camera, fx, fy)
    camera = camera.showing(cell, margin)
    assert camera.sees(cell)
    assert camera.showing(cell, margin) == camera


@given(cameras, fractions, fractions, st.integers(1, 6))
def test_a_body_that_fits_is_shown_whole(camera, fx, fy, side):
    x, y = cell_of(camera, fx, fy)
    body = Body((min(x, max(camera.width - side, 0)), min(y, max(camera.height - side, 0))),
                (min(side, camera.width), min(side, camera.height)))  # fmt: skip
    camera = camera.showing(body)
    if body.extent[0] <= camera.across and body.extent[1] <= camera.down:
        assert all(camera.sees(cell) for cell in body.cells)


@given(cameras, fractions, fractions)
def test_centring_and_zooming_keep_a_cell_on_the_screen(camera, fx, fy):
    cell = cell_of(camera, fx, fy)
    camera = camera.centred(cell)
    assert camera.sees(cell)
    for steps in (1, -1, 5, -5):
        assert 0 <= camera.zoomed(steps, cell).zoom < len(SCALES)


def test_zooming_keeps_the_cell_under_the_pointer_there():
    camera = Camera(200, 200, 80, 24, left=50, top=60, zoom=NORMAL)
    cell = camera.cell_at(30, 12)
    nearer = camera.zoomed(1, cell)
    assert nearer.zoom == NEAR
    column, row = nearer.position(cell)
    assert abs(column - 30) < 4
    assert abs(row - 12) < 2


def test_beside_the_map_there_is_no_cell():
    camera = Camera(10, 5, 80, 24, zoom=FAR).clamped()
    assert camera.cell_at(0, 0) is None
    assert camera.cell_at(40, 12) is not None


def test_resizing_keeps_the_middle():
    camera = Camera(100, 100, 80, 24).centred((50, 50))
    assert camera.resized(120, 40).middle == camera.middle


def test_squares_look_square_in_all_zooms_but_two():
    """The farthest has one column a square; the near one lies between two rows and one."""
    assert SCALES[FAR] == (1, 1)
    assert SCALES[NEAR] == (3, 2)
    assert sorted(SCALES) == SCALES, "each is larger than the one before"
    assert all(columns == 2 * rows for columns, rows in (SCALES[NORMAL], *SCALES[CLOSE:]))
