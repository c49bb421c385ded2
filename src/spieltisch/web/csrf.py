"""Forms of our own pages alone. A page carries a token, and so does a cookie; both are the same
and signed for this browser's credential, so that a token somebody else was given, and planted
here, opens nothing."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from litestar.connection import Request
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from spieltisch.web.auth import AnyRequest, browser, cookie_name
from spieltisch.web.settings import Settings

COOKIE = "spieltisch-csrf"
HEADER = "x-csrftoken"
FIELD = "_csrf_token"
SAFE = ("GET", "HEAD", "OPTIONS")
FORMS = (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART)
NONCE_LETTERS = 32
WITHOUT = ("/api/", "/static/", "/health", "/metrics")
FOREIGN = ("cross-site", "same-site")  # what browsers call requests of other people's pages


class Csrf(ASGIMiddleware):
    scopes = (ScopeType.HTTP,)

    def __init__(self, key: bytes, settings: Settings) -> None:
        self.key = key
        self.settings = settings
        self.cookie = cookie_name(settings, COOKIE)

    def should_bypass_for_scope(self, scope: Scope) -> bool:
        """Programs send no cookies; files and counters are nobody's in particular."""
        return scope["path"].startswith(WITHOUT)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        request: AnyRequest = Request(scope, receive)
        kept, session = request.cookies.get(self.cookie, ""), browser(request) or ""
        if request.method in SAFE:
            token = kept if self.fits(kept, session) else self.new_token(session)
            send = send if token == kept else self.with_cookie(send, token)
        else:
            token = await given(request)
            if not self.allows(request, token, kept, session):
                raise PermissionDeniedException("CSRF token verification failed")
        ScopeState.from_scope(scope).csrf_token = token
        await next_app(scope, receive, send)

    def allows(self, request: AnyRequest, token: str, kept: str, session: str) -> bool:
        """A form of a page from before this browser had a credential is good if the browser itself
        says that it is ours: it may have been open beside the one that got the credential."""
        site = request.headers.get("sec-fetch-site", "")
        if site in FOREIGN:
            return False
        if site == "same-origin" and self.fits(token, ""):
            return True
        return self.fits(token, session) and hmac.compare_digest(token.encode(), kept.encode())

    def new_token(self, session: str) -> str:
        nonce = secrets.token_hex(NONCE_LETTERS // 2)
        return nonce + self.signature(nonce, session)

    def fits(self, token: str, session: str) -> bool:
        nonce, signature = token[:NONCE_LETTERS], token[NONCE_LETTERS:]
        return hmac.compare_digest(signature.encode(), self.signature(nonce, session).encode())

    def signature(self, nonce: str, session: str) -> str:
        return hmac.digest(self.key, f"csrf {nonce} {session}".encode(), hashlib.sha256).hex()

    def with_cookie(self, send: Send, token: str) -> Send:
        secure = self.settings.secure_cookies
        cookie = Cookie(key=self.cookie, value=token, path="/", samesite="lax", secure=secure)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                headers.add("set-cookie", cookie.to_header(header=""))
            await send(message)

        return sending


async def given(request: AnyRequest) -> str:
    token = request.headers.get(HEADER, "")
    if not token and request.content_type[0] in FORMS:
        token = (await request.form()).get(FIELD, "")
    return token if isinstance(token, str) else ""
