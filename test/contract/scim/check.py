"""Runs scim2-tester against the SCIM service at SCIM_URL with SCIM_TOKEN; prints its results as a JSON list."""

import json
import os
import sys
import uuid

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server, filling

made_up = filling.generate_random_value


def fitting(context, path, *arguments, **options):
    """What no schema of RFC 7643 can say: a userName is an address, a member is a user who exists."""
    value = made_up(context, path, *arguments, **options)
    binding = path.resolve()
    if value is None or binding is None:
        return value
    if binding.target_field_name == "user_name":
        return f"{uuid.uuid4()}@example.test"
    if (binding.target_model.__name__, binding.target_field_name) == ("Members", "value"):
        user = context.client.get_resource_model("User")
        return context.resource_manager.create_and_register(user).id
    return value


# Each of the tester's modules has a name of its own for it.
for module in [module for name, module in sys.modules.items() if name.startswith("scim2_tester.")]:
    if hasattr(module, "generate_random_value"):
        module.generate_random_value = fitting

authorization = {"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"}
with Client(base_url=os.environ["SCIM_URL"], headers=authorization, timeout=60) as client:
    results = check_server(SyncSCIMClient(client))

print(
    json.dumps(
        [
            {
                "status": result.status.name,
                "check": result.title,
                "resource": result.resource_type,
                "reason": str(result.reason),
            }
            for result in results
        ]
    )
)
