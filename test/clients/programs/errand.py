"""The same errand with each client library: `errand.py <requests|httpx|httpx-http2|aiohttp>`. Prints one JSON line."""

import asyncio
import json
import os
import ssl
import sys

BASE = os.environ["BASE"]
HEADERS = {"x-agent-token": os.environ["TOKEN"]} if "TOKEN" in os.environ else {}
BODY = b"z" * 1_000_000


def say(hello, echo, blocked, reason):
    print(json.dumps({"hello": hello, "echo": len(echo), "blocked": blocked, "reason": reason}))


def with_requests():
    import requests

    with requests.Session() as session:
        session.headers.update(HEADERS)
        hello = session.get(BASE + "/hello").text
        echo = session.post(BASE + "/echo", data=BODY).text
        blocked = session.get(BASE + "/blocked")
        say(hello, echo, blocked.status_code, blocked.text)


def with_httpx(http2=False):
    import httpx

    with httpx.Client(headers=HEADERS, timeout=30, http2=http2, verify=ssl.create_default_context()) as client:
        first = client.get(BASE + "/hello")
        # What is asked by base URL is plain HTTP.
        assert first.http_version == ("HTTP/2" if http2 and BASE.startswith("https") else "HTTP/1.1")
        hello = first.text
        echo = client.post(BASE + "/echo", content=BODY).text
        blocked = client.get(BASE + "/blocked")
        say(hello, echo, blocked.status_code, blocked.text)


async def with_aiohttp():
    import aiohttp

    async with aiohttp.ClientSession(headers=HEADERS, trust_env=True) as session:
        async with session.get(BASE + "/hello") as answer:
            hello = await answer.text()
        async with session.post(BASE + "/echo", data=BODY) as answer:
            echo = await answer.text()
        async with session.get(BASE + "/blocked") as answer:
            say(hello, echo, answer.status, await answer.text())


way = sys.argv[1]
if way == "requests":
    with_requests()
elif way.startswith("httpx"):
    with_httpx(http2=way == "httpx-http2")
else:
    asyncio.run(with_aiohttp())
