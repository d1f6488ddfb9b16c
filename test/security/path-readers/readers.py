"""What Python's own servers and parsers make of request targets: a JSON list of targets in, a list of readings out."""

import json
import posixpath
import sys
from http.server import SimpleHTTPRequestHandler
from urllib.parse import unquote, urlparse, urlsplit

files = SimpleHTTPRequestHandler.__new__(SimpleHTTPRequestHandler)
files.directory = "/root-of-files"


def normal(path):
    """posixpath drops a trailing slash, which tells two paths apart."""
    cleaned = posixpath.normpath(path)
    return cleaned + "/" if path.endswith("/") and cleaned != "/" else cleaned


def read(target):
    wsgi = unquote(target.split("?", 1)[0], "iso-8859-1")
    yield wsgi
    yield normal(wsgi)
    yield files.translate_path(target).removeprefix(files.directory)
    for parse in (urlsplit, urlparse):
        path = parse(target).path
        yield from (path, unquote(path), normal(unquote(path)), normal(path))


def readings(target):
    try:
        return list(dict.fromkeys(read(target)))
    except ValueError:
        return []


json.dump([readings(target) for target in json.load(sys.stdin)], sys.stdout)
