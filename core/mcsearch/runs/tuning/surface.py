"""A response over some parameters, inferred from noisy results at some of their values.

A quadratic function of the coordinates with a Gaussian process on it (Rasmussen and Williams,
"Gaussian Processes for Machine Learning", 2006, section 2.7: explicit basis functions): the
quadratic says where a smooth maximum is from few results, as in Coulom's CLOP (2011), and the
process corrects it where the response is no quadratic. Its amplitude, length and noise are those
with the largest marginal likelihood (section 5.4.1) of a few.
"""

from __future__ import annotations

import itertools

import numpy as np

_LENGTHS = (0.15, 0.3, 0.6)  # of the process, in ranges
_AMPLITUDES = (0.02, 0.3, 1.0)  # of the process, in deviations of the means
_BASIS_SCALE = 3.0  # prior deviation of the quadratic's coefficients, in deviations of the means
_JITTER = 1e-9


class Surface:
    """The posterior of a response at places, given means of results at some of them.

    `places`: float64 [places, parameters], each coordinate from 0 to 1.
    """

    def __init__(
        self, places: np.ndarray, counts: np.ndarray, means: np.ndarray, variance: float
    ) -> None:
        """`counts` and `means` of the results at each place [places]; their own variance."""
        self.places = places
        seen = np.flatnonzero(counts)
        self._offset = float(np.average(means[seen], weights=counts[seen]))
        observed = means[seen] - self._offset
        noise = variance / counts[seen]
        spread = np.average(observed**2, weights=counts[seen]) - np.average(
            noise, weights=counts[seen]
        )
        # of what differs between places; at least what the results could show
        scale = np.sqrt(max(spread, variance / counts.sum()))
        best = None
        for length, amplitude in itertools.product(_LENGTHS, _AMPLITUDES):
            prior = scale**2 * (
                amplitude**2 * _kernel(places, length) + _BASIS_SCALE**2 * _quadratic(places)
            )
            covariance = prior[np.ix_(seen, seen)] + np.diag(noise + _JITTER * scale**2)
            factor = np.linalg.cholesky(covariance)
            white = np.linalg.solve(factor, observed)
            evidence = -0.5 * white @ white - np.log(np.diag(factor)).sum()
            if best is None or evidence > best[0]:
                best = evidence, prior, factor, white
        assert best is not None
        _, prior, factor, white = best
        gain = np.linalg.solve(factor, prior[seen])
        self.mean: np.ndarray = gain.T @ white + self._offset
        """float64 [places]"""
        self.covariance: np.ndarray = prior - gain.T @ gain
        """float64 [places, places]"""

    @property
    def deviation(self) -> np.ndarray:
        """Of the posterior at each place: float64 [places]."""
        return np.sqrt(np.clip(np.diag(self.covariance), 0.0, None))

    @property
    def best(self) -> int:
        """The place with the largest mean."""
        return int(self.mean.argmax())

    def samples(self, number: int, random: np.random.Generator) -> np.ndarray:
        """Draws of the response: float64 [number, places]."""
        values, vectors = np.linalg.eigh(self.covariance)
        root = vectors * np.sqrt(np.clip(values, 0.0, None))
        draws: np.ndarray = self.mean + random.standard_normal((number, len(values))) @ root.T
        return draws


def _kernel(places: np.ndarray, length: float) -> np.ndarray:
    distance = ((places[:, None] - places[None]) ** 2).sum(2)
    return np.exp(-0.5 * distance / length**2)


def _quadratic(places: np.ndarray) -> np.ndarray:
    """The prior covariance of 1, all coordinates, and all their products."""
    centred = 2.0 * places - 1.0
    inner = centred @ centred.T
    covariance: np.ndarray = (1.0 + inner) ** 2
    return covariance
