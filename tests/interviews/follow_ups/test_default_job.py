import pytest

from dayshift.interviews.follow_ups import guess_job


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("I want to be a SERVER downtown", ("Restaurant Server", "Restaurant")),
        ("waiter, weekends only, near the park", ("Restaurant Server", "Restaurant")),
        ("line cook", ("Kitchen Staff", "Restaurant")),
        ("Chef in a hotel", ("Kitchen Staff", "Restaurant")),
        ("anything in a kitchen", ("Kitchen Staff", "Restaurant")),
        ("server or cook", ("Restaurant Server", "Restaurant")),
        ("construction site helper", ("Construction Worker", "Construction Company")),
        ("builder", ("Construction Worker", "Construction Company")),
        ("night shift in a warehouse", ("Warehouse Worker", "Warehouse")),
        ("truck driver", ("Driver", "Delivery Service")),
        ("delivery with my own bike", ("Driver", "Delivery Service")),
        ("  Nail   Technician ", ("Nail Technician", "Local Business")),
        ("front desk agent", ("front desk agent", "Local Business")),
        ("front desk agent nights", ("General Worker", "Local Business")),
        ("not a cook", ("General Worker", "Local Business")),
        ("I don't want to be a cook, rather a driver", ("Driver", "Delivery Service")),
        ("no experience cook", ("Kitchen Staff", "Restaurant")),
        ("anything but kitchen work in the city", ("General Worker", "Local Business")),
        ("observer", ("observer", "Local Business")),
        ("cookie decorator for parties", ("General Worker", "Local Business")),
        ("cocinera de noche en el centro", ("Kitchen Staff", "Restaurant")),
        ("no quiero ser cocinero de nuevo", ("General Worker", "Local Business")),
        ("almacén de noche, cerca de casa", ("Warehouse Worker", "Warehouse")),
        ("", ("General Worker", "Local Business")),
        ("   ", ("General Worker", "Local Business")),
    ],
)
def test_the_search_query_becomes_a_job(query: str, expected: tuple[str, str]) -> None:
    assert guess_job(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("mesera", ("Personal de restaurante", "Restaurante")),
        ("algo que no conocemos todavía", ("Trabajo general", "Negocio local")),
        ("no cocinero", ("Trabajo general", "Negocio local")),
    ],
)
def test_a_spanish_reader_gets_spanish_titles(query: str, expected: tuple[str, str]) -> None:
    assert guess_job(query, "es") == expected
