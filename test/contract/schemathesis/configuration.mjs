/** The settings of schemathesis for this server, as TOML. */
export function configuration({ hooks, seed }) {
  return `
hooks = ${JSON.stringify(hooks)}
seed = ${seed}
workers = 1
request-timeout = 40
continue-on-failure = true
# How fast it makes up its data depends on what else the machine does, and says nothing of the server.
suppress-health-check = ["too_slow"]

[generation]
database = "none"

[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 409, 413, 422, 429]

[phases.stateful.generation]
max-examples = 20
`;
}
