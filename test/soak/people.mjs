/** Who works in the soak: an owner, an agent with a secret, rules, and a directory. Made through the public API. */
import { Buffer } from 'node:buffer';
import { request } from 'undici';

const PERSON = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

export async function settle({ api }) {
  const call = async (method, path, headers, body) => {
    const answer = await request(api + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    const isJson = /json/.test(answer.headers['content-type'] ?? '');
    return { headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };
  const first = await call('POST', '/v1/instance/bootstrap', {}, PERSON);
  const asOwner = { authorization: `Bearer ${first.body.apiKey}` };
  const made = async (path, body) => (await call('POST', path, asOwner, body)).body;
  const { id: agentId } = await made('/v1/agents', { name: 'soak', identifier: 'soak' });
  const { id: secretId } = await made('/v1/secrets', {
    name: 'soak',
    type: 'generic',
    value: 'the-value',
    hostPattern: 'localhost',
    injectionConfig: { headerName: 'x-test-key' },
  });
  await call('PUT', `/v1/agents/${agentId}/grants/secrets/${secretId}`, asOwner, {});
  const on = (pathPattern) => [{ kind: 'network', hostPattern: 'localhost', pathPattern, method: null }];
  await made('/v1/org/policy/rules', { name: 'Closed', action: 'block', targets: on('/closed/*') });
  await made('/v1/org/policy/rules', { name: 'Ask', action: 'manual_approval', targets: on('/asked/*') });
  const { body: agents } = await call('GET', '/v1/agents', asOwner);
  const { accessToken } = agents.find(({ id }) => id === agentId);
  const cookie = [first.headers['set-cookie']]
    .flat()
    .map((field) => field.split(';', 1)[0])
    .join('; ');
  const { body: scim } = await call('POST', '/v1/org/scim/tokens', { cookie }, { label: 'soak' });
  return {
    asOwner,
    asDirectory: { authorization: `Bearer ${scim.token}` },
    secretId,
    agentToken: accessToken,
    authorization: `Basic ${Buffer.from(`x:${accessToken}`).toString('base64')}`,
    caPem: (await call('GET', '/v1/gateway/ca', {})).body,
  };
}
