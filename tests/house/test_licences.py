"""Licenses of all shipped packages are allowed and listed."""

from scripts.write_sbom import TARGET, Package, bill, python_packages, refusals, web_packages


def test_licenses_are_allowed_and_listed() -> None:
    packages = [*python_packages(), *web_packages()]
    assert len(packages) > 200
    assert refusals(packages) == []
    listed = TARGET.read_text("utf-8").replace(",", " ").split()
    assert {package.name for package in packages} - set(listed) == set(), "make sbom"


def test_disallowed_licenses_are_rejected() -> None:
    for licence in ("AGPL-3.0-only", "", "MIT AND GPL-3.0-only", "Commercial"):
        assert Package("odd", "1.0", licence, "pypi").refused, licence
    for licence in ("MIT", "GPL-2.0-only OR MIT", "(MIT AND Zlib)"):
        assert not Package("fine", "1.0", licence, "npm").refused, licence


def test_bill_of_materials_lists_every_package_once() -> None:
    found = bill(list(web_packages()))
    names = [component["purl"] for component in found["components"]]
    assert "pkg:npm/react@" in " ".join(names)
    assert found["specVersion"] == "1.6"
    assert len(names) == len(set(names)) > 100
