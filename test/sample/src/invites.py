from datetime import timedelta

from app import clock, mail, store, tokens

VALID_FOR = timedelta(days=7)


def invite(team_id: str, email: str, sent_by: str) -> None:
    token = tokens.new()
    store.invites.replace(
        team_id=team_id,
        email=email.lower(),
        sent_by=sent_by,
        token_hash=tokens.hashed(token),
        expires_at=clock.now() + VALID_FOR,
    )
    mail.send(email, template="team-invite", token=token)
