"""Run by hand and by `release.yml` on an installed wheel: compiled, and with the known result.

Ends with an error where it is not. Needs nothing but the wheel.
"""

import mcsearch

KNOWN = (
    # game, position, search, parameters, seed, best score
    ("samegame", "8x8x4:7", "nmcs", {"level": 2, "iterations": 200}, 1, 1080.0),
    ("connect4", "4453", "uct", {"iterations": 3000}, 1, 0.5876524390243902),
)


def main() -> None:
    assert mcsearch.COMPILED, "the engine of this wheel is not compiled"
    for *recipe, seed, expected in KNOWN:
        search = mcsearch.Recipe(*recipe, seed=seed).build()
        search.run()
        found = search.best_score
        assert found == expected, (recipe, found, expected)
    print(f"mcsearch {mcsearch.__version__}: compiled, and with the known results")


if __name__ == "__main__":
    main()
