"""Password strength rules."""

import time

import pytest

from dayshift.accounts.strength import is_easy

MAYA = ["maya.torres@example.com", "Maya", "Torres", "Dayshift"]


@pytest.mark.parametrize(
    "password",
    [
        "password", "Password1", "p@ssw0rd", "PASSWORD123!", "Passw0rd!", "$unsh1ne",
        "123456789", "987654321", "qwerty123", "asdfghjkl",
        "zxcvbnm1", "abcdefgh", "hgfedcba", "aaaaaaaa", "abababab", "11112222", "iloveyou2", "sunshine!!",
        "Summer123", "Chicago2019", "football22", "12/05/1998", "hunter2hunter", "password" * 4, "a" * 200,
        "contraseña", "Contraseña2024", "micontraseña", "bienvenido1", "Trabajo2026", "mariposa", "futbol10",
        "maya1999", "torresmaya", "Torres_1990", "dayshift!", "princess07",
    ],
)  # fmt: skip
def test_easy_password_is_rejected(password: str) -> None:
    assert is_easy(password, MAYA)


@pytest.mark.parametrize(
    "password",
    [
        "correct horse 1!", "a long day's work", "tr0ub4dor&3 x", "maya likes 7 green frogs", "q8#Lm2!vZp",
        "пароль-ли-это-7", "we open at 6 on sundays", "passwords are hard to pick",
    ],
)  # fmt: skip
def test_good_password_is_accepted(password: str) -> None:
    assert not is_easy(password, MAYA)


def test_hostile_password_takes_bounded_time() -> None:
    """Lookalikes of letters multiply the readings of a password, which took half a second for this one."""
    is_easy("first", MAYA)
    started = time.thread_time()
    is_easy("4@8({[<369&!1/|0$5+7%2" * 11, MAYA)
    assert time.thread_time() - started < 0.3


def test_personal_words_are_per_person() -> None:
    assert is_easy("omar.diaz99", ["Omar", "Diaz"])
    assert not is_easy("omar.diaz99", MAYA)


def test_empty_or_short_name_is_ignored() -> None:
    assert not is_easy("blue lamp 42x", ["", "x", "42", " "])
