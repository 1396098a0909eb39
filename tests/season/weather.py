"""How likely each mishap is. A season has its own weather, between fair and foul."""

from __future__ import annotations

from random import Random

from msgspec import Struct
from msgspec.structs import asdict

from tests.season.agenda import DAY, HOUR, MINUTE, SECOND


class Weather(Struct, frozen=True):
    """Probabilities: of a mail on its way, of a try to carry one away, of whatever the desk does."""

    lost: float = 0.0
    doubled: float = 0.0
    late: float = 0.0
    refused_now: float = 0.0
    refused: float = 0.0
    cut: float = 0.0
    down: float = 0.0
    dies: float = 0.0
    fails: float = 0.0


FAIR = Weather()
FOUL = Weather(
    lost=0.08,
    doubled=0.15,
    late=0.10,
    refused_now=0.06,
    refused=0.02,
    cut=0.04,
    down=0.03,
    dies=0.12,
    fails=0.12,
)


def some_weather(random: Random) -> Weather:
    """Each mishap is between impossible and as likely as in the foulest weather."""
    return Weather(**{name: random.random() * most for name, most in asdict(FOUL).items()})


def arrivals(weather: Weather, random: Random) -> list[int]:
    """After how many milliseconds each copy of a mail arrives: none where it is lost, two where doubled."""
    if random.random() < weather.lost:
        return []
    copies = 2 if random.random() < weather.doubled else 1
    return [_delay(weather, random) for _ in range(copies)]


def _delay(weather: Weather, random: Random) -> int:
    """Mostly minutes, so that mails overtake each other; sometimes days."""
    if random.random() < weather.late:
        return random.randint(HOUR, 5 * DAY)
    return random.randint(SECOND, 40 * MINUTE)
