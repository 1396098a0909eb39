"""Whether a program has sent a mail, so that nobody must be answered and nothing is an order [RFC 3834].

robot  why nobody must be answered: our own, loop, bounce, list, auto-submitted, vacation…
"""

from referee.mail.opening import Fields, clean_text

_MACHINES = ("mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply", "do-not-reply")
_PRECEDENCES = ("bulk", "junk", "list", "auto_reply")
_AUTOMATIC = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply", "x-autoreply-from")
_LISTS = ("list-id", "list-post", "x-mailing-list", "x-mailman-version")
_REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_MOST_HOPS = 40

_VACATIONS = (
    *("automatic reply:", "auto-reply:", "autoreply:", "auto reply:", "out of office", "out of the office"),
    *("abwesenheitsnotiz", "automatische antwort", "réponse automatique", "absence du bureau", "автоответ"),
    *("автоматический ответ", "risposta automatica", "respuesta automática", "automatisch antwoord"),
    *("resposta automática", "automatyczna odpowiedź", "automatiskt svar", "自動応答", "自动回复"),
    *("不在通知", "undelivered mail returned", "undeliverable:", "mail delivery failed"),
    *("delivery status notification", "returned mail:", "failure notice"),
)


def robot(fields: Fields, subject: str, sender: str, own_address: str) -> str:
    """Why nobody must be answered, or "" for a person."""
    said = _Said(fields)
    reasons = {
        "our own": bool(own_address) and sender == own_address,
        "loop": any(_is_our_loop(value, own_address) for value in said("x-loop"))
        or len(said("received")) > _MOST_HOPS,
        "bounce": "<>" in said("return-path")
        or any(value in _REPORTS for value in said("content-type"))
        or bool(said("x-failed-recipients"))
        or sender.partition("@")[0] in _MACHINES,
        "list": any(said(name) for name in _LISTS),
        "auto-submitted": any(value != "no" for value in said("auto-submitted")),
        "precedence": any(value in _PRECEDENCES for value in said("precedence")),
        "auto-response-suppress": any(value != "none" for value in said("x-auto-response-suppress")),
        "vacation": any(said(name) for name in _AUTOMATIC) or subject.casefold().startswith(_VACATIONS),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


class _Said:
    """The values of a field by its name, without parameters, in lower case."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def __call__(self, name: str) -> list[str]:
        values = (value for field, value in self._fields if field == name)
        return [clean_text(value).split(";")[0].strip().lower() for value in values]


def _is_our_loop(value: str, own_address: str) -> bool:
    return value.startswith("bugyo") or (bool(own_address) and own_address in value)
