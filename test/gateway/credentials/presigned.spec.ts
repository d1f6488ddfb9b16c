/**
 * Addresses of AWS that carry their own signature (06 §11.5): AWS decides whether they are valid, by its clock and theirs.
 * The gateway neither signs an expired one again nor spoils a valid one, whatever its own clock says.
 */
import aws4 from 'aws4';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, grantConnection } from '../../harness/clients/agent.js';
import { type Keys, presignedVerdict } from '../../harness/upstreams/aws.js';
import type { StandInProviders } from '../../harness/upstreams/providers.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';

const THEIRS: Keys = { accessKeyId: 'AKIATHEIRS', secretAccessKey: 'of-who-gave-the-address-away' };
const OURS: Keys = { accessKeyId: 'AKIAOFTHEACCOUNT', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' };
const WEEK = 604_800;
const MINUTE_MS = 60_000;
const HOST = 's3.eu-west-1.amazonaws.com';

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;
let agent: Agent;

withProviders((stand) => ({ server, providers } = stand), {
  AWS_ACCESS_KEY_ID: 'AKIAOPERATOR',
  AWS_SECRET_ACCESS_KEY: 'of-the-operator',
});

/** The clock of AWS, which no test moves. */
const realTime = (): number => Math.trunc(performance.timeOrigin + performance.now());

beforeEach(async () => {
  providers.reset();
  providers.upstream.answer = (_request, response, seen) => {
    const verdict = presignedVerdict(seen, [THEIRS, OURS], realTime());
    response.writeHead(verdict.status).end(verdict.code);
  };
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});
afterEach(() => {
  jest.restoreAllMocks();
  providers.reset();
});

/** `age`: seconds since it was signed; negative for one that begins later. */
function presigned(keys: Keys, age: number, expires: number): string {
  const date = new Date(realTime() - age * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const path = `/bucket/key?X-Amz-Expires=${expires}&X-Amz-Date=${date}`;
  const signed = aws4.sign({ service: 's3', region: 'eu-west-1', host: HOST, path, signQuery: true }, keys);
  return signed.path!;
}

const account = {
  keys: ['aws', { type: 'aws_iam', ...OURS, region: 'eu-west-1' }],
  role: ['aws-role', { roleArn: 'arn:aws:iam::123456789012:role/agents', region: 'eu-west-1' }],
} as const;

async function connect(kind: keyof typeof account): Promise<void> {
  const [app, fields] = account[kind];
  const { type: _type, ...typed } = fields as Record<string, string>;
  const { status, text } = await owner.api.post(`/v1/apps/${app}/connect`, { fields: typed });
  expect([status, text]).toEqual([200, expect.any(String)]);
  const [connection] = (await owner.api.get('/v1/connections')).body;
  await grantConnection(owner, agent.id, connection.id);
}

const CASES = [
  ['fresh', 10, 900, 200, 'ok'],
  ['on its last seconds', WEEK - 60, WEEK, 200, 'ok'],
  ['expired', 901, 900, 403, 'AccessDenied: Request has expired'],
  ['expired for years', 200_000_000, WEEK, 403, 'AccessDenied: Request has expired'],
  ['of a far future', -200_000_000, WEEK, 403, 'AccessDenied: Request is not valid yet'],
  ['longer than seven days', 10, WEEK + 1, 400, 'AuthorizationQueryParametersError'],
  ['of a negative time', 10, -1, 400, 'AuthorizationQueryParametersError'],
  ['of no time', 10, 0, 400, 'AuthorizationQueryParametersError'],
] as const;

it.each([
  ['keys', 0],
  ['keys', -1_440],
  ['keys', -20],
  ['keys', 20],
  ['keys', 1_440],
  ['role', 0],
  ['role', -1_440],
  ['role', 1_440],
] as const)(
  'an account with %s, a clock %i minutes off: AWS decides about a presigned address as it is',
  async (kind, minutes) => {
    await connect(kind);
    jest.spyOn(Date, 'now').mockImplementation(() => realTime() + minutes * MINUTE_MS);
    for (const keys of [THEIRS, OURS])
      for (const [what, age, expires, status, code] of CASES) {
        providers.upstream.seen.length = 0;
        const target = presigned(keys, age, expires);
        const answer = await agent.ask(`https://${HOST}${target}`, { headers: { 'x-amz-date': 'mine' } });
        expect([what, answer.status, answer.text]).toEqual([what, status, code]);
        expect(providers.upstream.seen).toHaveLength(1);
        const [{ url, headers, host }] = providers.upstream.seen as [(typeof providers.upstream.seen)[0]];
        expect([
          host,
          url,
          headers.authorization,
          headers['x-amz-security-token'],
          headers['x-amz-date'],
        ]).toEqual([HOST, target, undefined, undefined, 'mine']);
      }
  },
);

it('a changed expiry or path is not valid: nothing here signs it again', async () => {
  await connect('keys');
  const valid = presigned(OURS, 901, 900);
  for (const changed of [
    valid.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'),
    valid.replace('/bucket/key', '/bucket/other'),
    presigned(OURS, 10, 900).replace(/X-Amz-Signature=\w{64}/, `X-Amz-Signature=${'0'.repeat(64)}`),
    presigned(OURS, 10, 900).replace(/X-Amz-Signature=\w{64}/, 'X-Amz-Signature='),
  ]) {
    const { status, text } = await agent.ask(`https://${HOST}${changed}`);
    expect([changed, status, text]).toEqual([changed, 403, 'SignatureDoesNotMatch']);
  }
});
