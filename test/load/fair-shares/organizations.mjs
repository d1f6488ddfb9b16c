/** Organizations as people make them: through the API, with rules, agents and hosted agents. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { call, callAsPerson, send } from './asking.mjs';

const PASSWORD = 'correct horse battery';
const JSON_TYPE = { 'content-type': 'application/json' };
/** Of the same host, by path: what a rule reads, and what a person is asked about. */
const RULES = [
  {
    name: 'Reads bodies',
    action: 'block',
    conditions: [{ target: 'body', operator: 'contains', value: 'never in any body' }],
    targets: [{ kind: 'network', hostPattern: 'localhost', pathPattern: '/read*' }],
  },
  {
    name: 'Asks a person',
    action: 'allow',
    requireApproval: true,
    targets: [{ kind: 'network', hostPattern: 'localhost', pathPattern: '/held*' }],
  },
  {
    name: 'Counts',
    action: 'rate_limit',
    rateLimit: 1_000_000,
    rateLimitWindow: 'day',
    targets: [{ kind: 'network', hostPattern: 'localhost', pathPattern: '/counted*' }],
  },
];
const MODEL_KEY = {
  name: 'Model',
  type: 'anthropic',
  value: 'sk-ant-api03-of-nobody',
  hostPattern: 'localhost',
};

/** With so many agents of each kind. */
export async function furnish(base, agents) {
  const one = await signUp(base);
  for (const rule of RULES) await call(one, 'POST', '/v1/org/policy/rules', rule);
  const made = { ...one, agents: [], hosted: [] };
  for (let at = 0; at < agents; at++) {
    made.agents.push(await agent(one, { name: `Agent ${at}`, identifier: `agent-${at}` }));
    made.hosted.push(await agent(one, { name: `Hosted ${at}`, identifier: `hosted-${at}`, kind: 'hosted' }));
  }
  const { id: secretId } = await call(one, 'POST', '/v1/secrets', MODEL_KEY);
  for (const { id } of made.hosted) await call(one, 'PUT', `/v1/agents/${id}/grants/secrets/${secretId}`, {});
  return made;
}

async function agent(one, body) {
  const { id } = await call(one, 'POST', '/v1/agents', body);
  const { accessToken } = (await call(one, 'GET', '/v1/agents')).find((each) => each.id === id);
  return { id, token: Buffer.from(`x:${accessToken}`).toString('base64') };
}

async function signUp(base) {
  const person = { name: base.name, email: `${base.name}@example.com`, password: PASSWORD };
  const address = `2001:db8:${randomBytes(2).toString('hex')}::1`;
  const fields = { ...JSON_TYPE, 'x-forwarded-for': address };
  const { headers } = await send(base.api, 'POST', '/auth/sign-up/email', fields, person);
  const cookie = [headers['set-cookie']].flat().map((field) => field.split(';', 1)[0]);
  const one = { ...base, ...person, address, cookie: cookie.join('; ') };
  const { workspaceId, organizationId } = (
    await send(base.api, 'GET', '/v1/auth/session', { cookie: one.cookie })
  ).body;
  const { apiKey } = await callAsPerson({ ...one, workspaceId }, 'GET', '/v1/user/api-key');
  return { ...one, workspaceId, organizationId, apiKey };
}
