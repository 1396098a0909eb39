"""All mails of the corpus, made when they are asked for: as bytes, with what each of their lines is."""

from __future__ import annotations

from functools import cache

from tests.referee.mail.corpus.programs import PROGRAMS
from tests.referee.mail.corpus.specials import Special, kinds, specials
from tests.referee.mail.corpus.writing import SHAPES, mail, shaped


@cache
def corpus() -> tuple[Special, ...]:
    """Each program in each shape that it can have, then the mails that stand alone."""
    shapely = []
    for program in PROGRAMS:
        for shape in SHAPES:
            if program.how in shape.how:
                lines = shaped(shape.name, program)
                name, raw = f"{program.name}-{shape.name}", mail(program, lines)
                shapely.append(Special(name, raw, kinds(lines), is_held=shape.is_held))
    return (*shapely, *specials())
