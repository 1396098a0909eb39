"""The kinds of names that orders are written with."""

from __future__ import annotations

from typing import Annotated

from domain.kit.vocabulary import Named

Army = Annotated[str, Named("army")]
Clan = Annotated[str, Named("clan")]
Unit = Annotated[str, Named("unit")]
Person = Annotated[str, Named("personality")]
Inches = Annotated[str, Named("distance")]
Maneuver = Annotated[str, Named("maneuver")]
Trait = Annotated[str, Named("trait")]
Skill = Annotated[str, Named("skill")]
Card = Annotated[str, Named("card")]
Guest = Annotated[str, Named("hostage")]
Condition = Annotated[str, Named("condition")]
Outcome = Annotated[str, Named("outcome")]
Means = Annotated[str, Named("means")]
Stop = Annotated[str, Named("stop")]
Skyward = Annotated[str, Named("way")]
Reserve = Annotated[str, Named("kind")]
