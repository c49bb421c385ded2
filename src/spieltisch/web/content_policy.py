"""What browsers may load for our pages: our own files, and nothing of anybody else's."""


def content_policy(frames: str = "'none'", framed_by: str = "'none'") -> str:
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
        f" frame-src {frames}; frame-ancestors {framed_by}"
    )
