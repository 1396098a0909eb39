"""Proof of who wrote a mail, as it stands in this store and came by this server; and what it lacks."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.game.state.register import SIGNED
from projections.language.messages import _
from referee.identity import browsers, gate
from referee.identity.authority import (
    FOREIGN,
    LATE,
    NEW,
    UNHEARD,
    Evidence,
    Proof,
    Server,
    dkim_of,
    enough,
    forged,
    keys_of,
    proof_of,
    proven_by,
)
from referee.identity.gate import Admission, claims_of
from referee.proof.order_signatures import block_of
from referee.reading.reading import ReadMail
from referee.record.mail_cases import persons_at
from referee.record.record import Clock, Record


class Proving:
    """What mails prove. `server` is the one that has received them."""

    def __init__(self, record: Record, server: Server, clock: Clock) -> None:
        self._record = record
        self._server = server
        self._clock = clock

    def found(self, mail: ReadMail, address: str, found: Evidence, admission: Admission) -> Evidence:
        """What a mail proves besides; `address` is whose keys count."""
        dkim, why_no_dkim = dkim_of(mail, *self._server) if found.sender else ("", "")
        vouched = not found.token and self._server.vouches(mail)
        keys = keys_of(self._record, address) if mail.signed else []
        proof, why_no_signer = proof_of(mail.signed, keys)
        signer = proof.mark() if proof else ""
        if mail.signed and block_of(mail.signed.lines[0]) != (admission.game, admission.seat.lower()):
            signer, why_no_signer = "", "the signed block is not of this game and seat"
        found = replace(found, dkim=dkim, signer=signer, vouched=vouched)
        found = replace(found, why_no_dkim=why_no_dkim, why_no_signer=why_no_signer)
        if mail.page:
            about = (admission.game, admission.seat)
            found = replace(found, page=browsers.standing(self._record, mail, *about, self._clock))
        return forged(found) if self._server.calls_forged(mail) else found

    def signed(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Proof | None:
        """What a mail has signed by the key that its evidence names, if that is still registered."""
        owner = self._record.addresses(admission.game).get(admission.seat, "")
        keys = [key for address in (mail.sender, owner) for key in keys_of(self._record, address)]
        proof, _why = proof_of(mail.signed, list(dict.fromkeys(keys))) if evidence.signer else (None, "")
        return proof if proof and proof.mark() == evidence.signer else None

    def proven(self, mail: ReadMail, admission: Admission, evidence: Evidence | None = None) -> str:
        """What a mail proves, as far as its answers go."""
        is_own = (admission.game, admission.seat) in claims_of(self._record, mail.sender, self._clock())
        has_token = evidence.token if evidence else admission.kind == gate.ADMITTED
        if self._server.calls_forged(mail):
            return FOREIGN if has_token else UNHEARD
        if not has_token and is_own and admission.kind == gate.STALE and admission.has_token:
            return LATE
        is_known = admission.kind != gate.STRANGER or bool(persons_at(self._record, mail.sender))
        if has_token:
            return proven_by(Evidence(token=True, sender=is_own))
        return proven_by(self._server.evidence(mail, sender=is_known))


def doubt(
    mail: ReadMail,
    evidence: Evidence,
    minimum: int,
    *,
    unclear: bool = False,
    unsure: Callable[[], str] | None = None,
) -> str:
    """Why a mail is not simply taken; "" where it is. `unclear`, where it may answer once more; `unsure`, why
    it may not be meant as it reads."""
    if not enough(evidence, minimum):
        return _lacking(mail, evidence, minimum)
    if evidence.page == NEW:
        return _(
            "It was sent by the page, from a browser that your mailbox has not said “yes” to, or not since a "
            "link of yours was renewed. That is asked once of each browser, for all your games at this desk."
        )
    if unclear:
        return _(
            "It does not say which mail it answers, and you have answered already what is asked of you: so "
            "nobody can tell whether its orders come in the place of those."
        )
    return unsure() if unsure else ""


def _lacking(mail: ReadMail, evidence: Evidence, minimum: int) -> str:
    if evidence.failed:
        return _(
            "The server that received it has recorded that it does not come from the sender that it names "
            "(DMARC failed)."
        )
    if not evidence.token and mail.block.token:
        return _("The token in it is not yours, but that of somebody else who may act for this seat.")
    if not evidence.token:
        return _("It does not carry the token of this turn.")
    if not evidence.sender:
        return _("It came from an address that is not registered for this seat.")
    if evidence.page and minimum < SIGNED:
        return _(
            "It was sent by the page, and this game takes only orders for which the mail server of their "
            "sender vouches (level {level}): an answer to this mail is vouched for."
        ).format(level=minimum)
    if not evidence.dkim:
        return _(
            "This game takes only mails for which the sender's mail server vouches with a DKIM signature "
            "(level {level}): {why}."
        ).format(level=minimum, why=evidence.why_no_dkim)
    return _(
        "This game takes only blocks that are signed with a registered key (level {level}): {why}."
    ).format(level=minimum, why=evidence.why_no_signer)


def refusal(why: Callable[[], str], minimum: int) -> str:
    """Where no word from the registered address could help: what would."""
    if minimum >= 3:
        by_ssh = _(
            "Save the block to a file, sign it with “ssh-keygen -Y sign -n bugyo-order -f KEY FILE”, and "
            "send the block with the signature below it."
        )
        by_minisign = _("Or sign it with “minisign -S -t bugyo-order -s KEY -m FILE”.")
        instead = f"{by_ssh} {by_minisign}"
    else:
        instead = _(
            "Write from your registered address, with its own mail program or page; or ask the referee."
        )
    return _("{why} Nothing was played. {instead}").format(why=why(), instead=instead)
