"""What schemathesis needs to know of this server: who calls, from where, and which ids exist.

Run by run.mjs, which says in the environment where the server is and which kind of credential to show.
"""

import os
import random
import threading
from urllib.parse import quote

import requests
import schemathesis

API = os.environ["CG_API_URL"]
SHOWN = os.environ["CG_CREDENTIAL"]  # The name of a security scheme, or "none".
OPERATOR_TOKEN = os.environ["CG_OPERATOR_TOKEN"]
RUNNER_TOKEN = os.environ["CG_RUNNER_TOKEN"]
ADAPTER_TOKEN = os.environ["CG_ADAPTER_TOKEN"]
PASSWORD = "correct horse battery"

# What ends or replaces the credential it is called with. They get an account of their own, and a new one once it is dead.
MORTAL = {
    "changePassword",
    "deleteOrganization",
    "deleteUser",
    "deleteWorkspace",
    "deleteProjectAlias",
    "leaveOrganization",
    "regenerateApiKey",
    "regenerateOrgApiKey",
    "regeneratePartnerApiKey",
    "revokeAuthSession",
    "revokeAuthSessions",
    "revokeOtherAuthSessions",
    "rotatePartnerKey",
    "signOut",
    "ssoLogout",
    "transferOrgOwnership",
}
# An id is offered so often before another thing of its kind is made; it may be deleted meanwhile.
OFFERS = 20

# Of a long poll that nobody wants to wait for.
WAITS = {str(seconds) for seconds in range(1, 31)}

chance = random.Random(int(os.environ.get("CG_SEED", "1")))
lock = threading.Lock()


def somewhere():
    """Throttles count by address (01 §21); the server trusts its neighbour to name one."""
    return f"10.{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(1, 255)}"


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


# Of programs, whatever account they work for.
MACHINES = {
    "operatorToken": OPERATOR_TOKEN,
    "runnerToken": RUNNER_TOKEN,
    "channelAdapterToken": ADAPTER_TOKEN,
}


class Account:
    """A person with an organization, a workspace, every kind of credential and one thing of each kind."""

    def __init__(self):
        email = f"person-{chance.randrange(1 << 60):x}@example.test"
        self.http = requests.Session()
        self.http.headers["x-forwarded-for"] = somewhere()
        self.post("/auth/sign-up/email", name="Fuzz", email=email, password=PASSWORD)
        (self.cookie,) = [f"{cookie.name}={cookie.value}" for cookie in self.http.cookies if "session" in cookie.name]
        self.workspace = self.get("/v1/auth/session")["workspaceId"]
        self.key = self.get("/v1/user/api-key")["apiKey"]
        self.partner = None
        self.directory = None

    def get(self, path):
        return self.answered(self.http.get(API + path))

    def post(self, path, **body):
        return self.answered(self.http.post(API + path, json=body))

    @staticmethod
    def answered(answer):
        answer.raise_for_status()
        return answer.json()

    def header(self, schemes):
        """The header that shows one of the schemes; the credential under test if it is among them."""
        if not schemes:
            return {}
        scheme = SHOWN if SHOWN in schemes else min(schemes)
        return {
            "workspaceKey": lambda: bearer(self.key),
            "organizationKey": self.organization_header,
            "session": lambda: {"Cookie": self.cookie},
            "partnerKey": lambda: bearer(self.partner_key()),
            "scimToken": lambda: bearer(self.scim_token()),
        }.get(scheme, lambda: bearer(MACHINES[scheme]))()

    def partner_key(self):
        if self.partner is None:
            body = {"name": "Fuzz", "ownerEmail": f"partner-{chance.randrange(1 << 60):x}@example.test"}
            operator = {**bearer(OPERATOR_TOKEN), "X-Forwarded-For": somewhere()}
            made = self.answered(requests.post(API + "/v1/operator/partners", json=body, headers=operator))
            self.partner = made["partnerApiKey"]
        return self.partner

    def scim_token(self):
        if self.directory is None:
            self.directory = self.post("/v1/org/scim/tokens", label="Fuzz")["token"]
        return self.directory

    def organization_header(self):
        """With the workspace, which such a key does not name."""
        key = self.get("/v1/org/api-key")["apiKey"]
        return {**bearer(key), "X-Workspace-Id": self.workspace}

    def lives(self):
        by_key = self.http.get(API + "/v1/counts", headers=bearer(self.key), cookies={})
        return by_key.status_code == 200 and self.http.get(API + "/auth/get-session").text != "null"

    def made(self, name):
        """A new thing of the kind a path parameter names; none where nothing can be made."""
        if name == "agentId":
            identifier = f"fuzz-{chance.randrange(1 << 40):x}"
            return [self.post("/v1/agents", name="Fuzz", identifier=identifier)["id"]]
        if name == "secretId":
            secret = {"name": "Fuzz", "type": "anthropic", "value": "sk-ant-1", "hostPattern": "api.anthropic.com"}
            return [self.post("/v1/secrets", **secret)["id"], self.post("/v1/org/secrets", **secret)["id"]]
        if name == "ruleId":
            target = {"kind": "network", "hostPattern": "example.test"}
            return [self.post("/v1/org/policy/rules", name="Fuzz", action="block", targets=[target])["id"]]
        return []


shared = Account()
spare = None
offered = {}


def account_for(operation):
    global spare
    if operation.definition.raw.get("operationId") not in MORTAL:
        return shared
    if spare is None or not spare.lives():
        spare = Account()
    return spare


def existing(name):
    uses, ids = offered.get(name, (0, []))
    if uses % OFFERS == 0:
        ids = shared.made(name)
    offered[name] = (uses + 1, ids)
    return chance.choice(ids) if ids else None


def schemes_of(operation):
    return {name for alternative in operation.definition.raw.get("security", []) for name in alternative}


@schemathesis.auth(refresh_interval=None)
class Credential:
    def get(self, case, context):
        schemes = schemes_of(context.operation)
        with lock:
            return account_for(context.operation).header(schemes) if schemes else {}

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}


def waits(value):
    return isinstance(value, (int, float)) and 0 < value <= 30


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers = {**(case.headers or {}), "X-Forwarded-For": somewhere()}
    if case.path.endswith("/approvals/pending") and str((case.query or {}).get("wait", 30)) in WAITS:
        case.query = {**(case.query or {}), "wait": 0}
    if isinstance(case.body, dict) and waits(case.body.get("wait")):
        case.body = {**case.body, "wait": 0}


    if case.operation.definition.raw.get("operationId") == "runnerPutProcess":
        report_process(case)


def report_process(case):
    """As a runner means it, which no schema can say: the ref of the body is that of the path. A time that may be null is
    one of this tool's texts, whatever its format."""
    process = case.body.get("process") if isinstance(case.body, dict) else None
    if case.meta is None or not case.meta.generation.mode.is_positive or not isinstance(process, dict):
        return
    case.path_parameters = {**case.path_parameters, "ref": quote(process["ref"], safe="").replace(".", "%2E")}
    for name in ("startedAt", "endedAt"):
        if process.get(name) is not None:
            process[name] = "2026-01-01T00:00:00Z"


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Every second id is one that exists, or nothing would be seen of a server but its 404."""
    if isinstance(path_parameters, dict) and chance.random() < 0.5:
        for name in path_parameters:
            with lock:
                path_parameters[name] = existing(name) or path_parameters[name]
    return path_parameters


@schemathesis.hook
def map_query(context, query):
    """A page can only be asked for with the cursor of the page before, so most requests do without one."""
    if isinstance(query, dict) and chance.random() < 0.9:
        query.pop("cursor", None)
    return query
