import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { verdictOf } from '../../harness/clients/verdicts.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

const send = (url: string, headers: Record<string, string>): Promise<string> =>
  verdictOf(upstream, () => agent.ask(url, { headers }));

describe('fields that override a path (R42)', () => {
  it.each([
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Original-URI',
    'X_Forwarded_Uri',
    'x-forwarded-prefix',
    'X-Override-URL',
  ])('%s is one more reading for what restricts and for what opens', async (name) => {
    await organizationRules(server, owner, [
      { action: 'block', targets: [network('block.test', '/admin/*')] },
      { targets: [network('open.test', '/public/*')] },
      { action: 'block', targets: [network('open.test')] },
    ]);
    const override = { [name]: '/admin/%75sers' };
    expect(await send('http://block.test/public/a', override)).toBe('blocked_by_policy');
    expect(await send('http://open.test/public/a', override)).toBe('blocked_by_policy');
    expect(await send('http://open.test/public/a', {})).toBe('allow');
    expect(await send('http://free.test/public/a', override)).toBe('allow');
    expect(await send('http://block.test/public/a', { [name]: '/admin/..%2fx' })).toBe('malformed_request');
  });

  it('a credential for some paths stays out of a request that names another one', async () => {
    const secret = await createSecret(owner, {
      value: 'the-value',
      hostPattern: 'scoped.test',
      pathPattern: '/public/*',
      injectionConfig: { headerName: 'x-key' },
    });
    await grant(owner, agent.id, secret);
    await agent.ask('http://scoped.test/public/a');
    await agent.ask('http://scoped.test/public/a', { headers: { 'x-original-url': '/admin' } });
    expect(upstream.seen.map(({ headers }) => headers['x-key'])).toEqual(['the-value', undefined]);
  });
});

describe('paths that S3 reads besides (R57)', () => {
  const BUCKET = 'bucket.s3.eu-west-1.amazonaws.com';

  it.each([
    ['/secret+plans/x', {}],
    ['/to', { 'x-amz-copy-source': 'bucket/secret%20plans/x' }],
    ['/to', { 'x-amz-copy-source': '/bucket/secret+plans/x?versionId=1' }],
    ['/to', { X_Amz_Copy_Source: 'bucket%2Fsecret%20plans%2Fx' }],
    [
      '/to',
      { 'x-amz-copy-source': 'arn:aws:s3:eu-west-1:123456789012:accesspoint/p/object/secret%20plans/x' },
    ],
  ])('02-45 a rule about a key meets %s with %j', async (path, headers) => {
    await organizationRules(server, owner, [
      { action: 'block', targets: [network(BUCKET, '/secret plans/*')] },
    ]);
    expect(await send(`http://${BUCKET}${path}`, headers as Record<string, string>)).toBe(
      'blocked_by_policy',
    );
    expect(await send(`http://${BUCKET}/to`, {})).toBe('allow');
  });
});
