"""games, rule: what can be played, and where its rules live."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click
from msgspec import to_builtins

from cli.begin.options import explained
from cli.frame.codes import NOT_FOUND
from cli.frame.command import command, complete_title, title_argument
from cli.frame.languages import language_option
from cli.frame.printing import QUIET, document, fields, say
from cli.frame.sources import Place, citing, testing
from cli.frame.stop import Stop
from domain.kit.rules import Rules, Scenario, options_of
from domain.titles import TITLES, package
from projections.language.messages import _, listed
from referee.record.location import Place as StorePlace


@command(
    "games",
    "bugyo games",
    "bugyo games shinobi",
    "bugyo games shinobi --language fr",
    more=_("With a title it says what each of its presets and options does."),
)
@click.argument("title", required=False, metavar="[TITLE]", shell_complete=complete_title)
@language_option
def games(store: StorePlace, as_json: bool, title: str | None) -> None:
    asked = [title_named(title)] if title else list(TITLES.values())
    if as_json:
        document([_described(rules) for rules in asked])
    elif title:
        for line in explained(asked[0]):
            say(line)
    else:
        _all_titles(asked)


def _all_titles(titles: list[Rules]) -> None:
    for rules in titles:
        say(_("{title}  {name}").format(title=rules.title, name=rules.name))
        for scenario in rules.scenarios:
            say(_scenario(scenario))
        for status in dict.fromkeys(rules.statuses.values()):
            say(_status(rules, status))
        if brought := package(rules.title):
            say(_("  brought by the package {package}").format(package=brought))
        say(_("  seats: {seats}").format(seats=", ".join(rules.seats)))
        say(_("  presets: {presets}").format(presets=", ".join(rules.presets)))
        said = _("  options (what each does says “bugyo games {title}”): {options}")
        say(said.format(title=rules.title, options=", ".join(rules.choices())))


def _scenario(scenario: Scenario) -> str:
    least, most = scenario.seats
    least, most = least - len(scenario.needs), most - len(scenario.needs)
    people = str(least) if least == most else _("{least} to {most}").format(least=least, most=most)
    said = _("  scenario {name}, {people} players: {status}")
    if scenario.needs:
        said = _("  scenario {name}, {people} players and the {needs}: {status}")
    needs = listed(scenario.needs)
    return said.format(name=scenario.name, people=people, needs=needs, status=scenario.status)


def _status(rules: Rules, status: str) -> str:
    """What there is to say of some rules, with their numbers."""
    numbers = ", ".join(number for number, said in rules.statuses.items() if said == status)
    return _("  [{numbers}] {status}").format(numbers=numbers, status=status)


def _described(rules: Rules) -> dict[str, Any]:
    usual = options_of(rules, rules.scenarios[0].name, "default")
    return {
        **fields(rules, "title", "name", "edition"),
        "editions": [{"edition": one.name, "mends": one.mends} for one in rules.editions],
        "scenarios": [
            {
                "name": one.name,
                "least": one.seats[0],
                "most": one.seats[1],
                "needs": one.needs,
                "status": one.status,
            }
            for one in rules.scenarios
        ],
        "seats": rules.seats,
        "statuses": dict(rules.statuses),
        "options": {name: getattr(usual, name) for name in rules.choices()},
        "presets": {name: to_builtins(options) for name, options in rules.presets.items()},
    }


def title_named(name: str) -> Rules:
    """The title, or a usage error with the nearest one."""
    if name in TITLES:
        return TITLES[name]
    close = get_close_matches(name, TITLES, n=1)
    said = _("There is no title “{name}”. There are: {titles}.").format(name=name, titles=", ".join(TITLES))
    meant = " " + _("Did you mean “{close}”?").format(close=close[0]) if close else ""
    raise click.BadParameter(said + meant, param_hint="TITLE")


@command(
    "rule",
    "bugyo rule shinobi turn/attack",
    "bugyo rule shinobi",
    more=_("Without a number it lists all headings of the title. The publisher's words are not in Bugyo."),
)
@title_argument
@click.argument("number", required=False, metavar="[NUMBER]")
def rule(store: StorePlace, as_json: bool, title: str, number: str | None) -> None:
    rules = title_named(title)
    if number is None:
        _all_headings(rules, as_json)
        return
    number = number.strip("[]")
    if number not in rules.headings and number not in rules.statuses:
        raise Stop(_unknown(rules, number), NOT_FOUND)
    heading, code, tests = rules.headings.get(number, ""), citing(title, number), testing(title, number)
    status = rules.statuses.get(number, _("Complete as printed."))
    if as_json:
        shown = {"title": title, "rule": number, "heading": heading, "status": status}
        document({**shown, "code": code, "tests": tests})
    else:
        _one_rule(f"[{number}] {heading}".rstrip() + f"\n{status}", code, tests)


def _all_headings(rules: Rules, as_json: bool) -> None:
    if as_json:
        headings = [{"rule": rule, "heading": heading} for rule, heading in rules.headings.items()]
        document({"title": rules.title, "headings": headings})
        return
    width = max(map(len, rules.headings))
    for number, heading in rules.headings.items():
        say(f"{number:<{width}}  {heading}")


def _one_rule(head: str, code: list[Place], tests: list[Place]) -> None:
    say(head)
    for place in code:
        say()
        say(f"{place.file}:{place.line}  {place.name}")
        say(f"    {place.says}")
    if tests:
        say()
        say(_("Tests:"), QUIET)
    for place in tests:
        say(f"{place.file}:{place.line}  {place.name or place.says}")


def _unknown(rules: Rules, number: str) -> str:
    said = _("{name} has no rule “{number}”.").format(name=rules.name, number=number)
    parts = [known for known in rules.headings if number and number in known]
    close = parts[:3] or get_close_matches(number, rules.headings, n=3, cutoff=0.4)
    if not close:
        return said + " " + _("“bugyo rule {title}” lists them.").format(title=rules.title)
    return said + " " + _("Near it: {close}.").format(close=", ".join(close))
