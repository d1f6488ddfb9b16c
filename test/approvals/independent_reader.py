"""What a provider reads in a body, by Python's own readers of MIME, HTML, forms and JSON, which share nothing with the
source. Takes requests as lines of JSON, answers for each a line with the texts that a person must be shown or told
of, and the recipients by field. Contents of attachments and markup are told by number, values under names of
credentials as `***`."""

import base64
import email
import email.header
import email.utils
import json
import re
import sys
from html.parser import HTMLParser
from urllib.parse import parse_qsl

CREDENTIAL = re.compile(r"secret|token|passw(or)?d|authorization|(access|api|private)[_-]?key", re.I)
STRUCTURAL = {"mime-version", "content-type", "content-transfer-encoding", "content-disposition"}
RECIPIENTS = ("to", "cc", "bcc")


class Visible(HTMLParser):
    """Text and where links lead."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def handle_data(self, data):
        self.texts.append(data)

    def handle_starttag(self, tag, attrs):
        self.texts.extend(value or "" for name, value in attrs if name in ("href", "src", "action"))


class Reading:
    def __init__(self):
        self.texts = []
        self.recipients = {name: [] for name in RECIPIENTS}

    def json(self, text, raw=None):
        """Every name and value, of names that stand twice as well."""
        self.value(json.loads(text, object_pairs_hook=Pairs), raw)

    def value(self, value, raw):
        if isinstance(value, Pairs):
            for name, inner in value.items:
                self.texts.append(name)
                if name == "raw" and raw and isinstance(inner, str):
                    raw(base64.urlsafe_b64decode(inner + "=" * (-len(inner) % 4)))
                elif not CREDENTIAL.search(name):
                    self.value(inner, raw)
        elif isinstance(value, list):
            for inner in value:
                self.value(inner, raw)
        elif isinstance(value, str):
            self.texts.append(value)

    def mail(self, raw):
        message = email.message_from_bytes(raw)
        for name in RECIPIENTS:
            values = [str(value) for value in message.get_all(name, [])]
            for shown, address in email.utils.getaddresses(values):
                self.recipients[name].append(words(shown) + " " + address)
        self.part(message)

    def part(self, part):
        for name, value in part.items():
            if name.lower() not in STRUCTURAL:
                self.texts.append(words(str(value)))
        name = part.get_filename()
        if name:
            self.texts.append(words(name))
        if part.get_content_type() == "application/json":
            self.json(part.get_payload(decode=True).decode("utf-8"), self.mail)
        elif part.is_multipart():
            self.texts.extend(filter(None, (part.preamble, part.epilogue)))
            for inner in part.get_payload():
                if part.get_content_type() == "message/rfc822":
                    self.mail(inner.as_bytes())
                else:
                    self.part(inner)
        elif part.get_content_disposition() != "attachment" and part.get_content_maintype() == "text":
            content = part.get_payload(decode=True).decode(part.get_content_charset() or "utf-8", "replace")
            if part.get_content_subtype() == "html":
                seen = Visible()
                seen.feed(content)
                seen.close()
                self.texts.extend(seen.texts)
            else:
                self.texts.append(content)


class Pairs:
    def __init__(self, items):
        self.items = items


def words(value):
    return str(email.header.make_header(email.header.decode_header(value)))


def read(request):
    reading = Reading()
    kind, body = request["kind"], request["body"]
    if kind == "json":
        reading.json(body)
    elif kind == "form":
        for name, value in parse_qsl(body, keep_blank_values=True):
            reading.texts.append(name)
            if not CREDENTIAL.search(name):
                reading.texts.append(value)
    elif kind == "text":
        reading.texts.append(body)
    elif kind == "mail":
        reading.mail(body.encode())
    elif kind == "mail-in-base64":
        reading.mail(base64.b64decode(body))
    elif kind == "mail-in-json":
        reading.json(body, reading.mail)
    elif kind == "mail-in-related":
        head = "Content-Type: " + request["contentType"] + "\r\n\r\n"
        reading.part(email.message_from_bytes((head + body).encode()))
    return {"texts": reading.texts, "recipients": reading.recipients}


for line in sys.stdin:
    sys.stdout.write(json.dumps(read(json.loads(line))) + "\n")
