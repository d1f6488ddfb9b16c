/** Requests to AWS, as services see them that check signatures themselves (03 §12.6; 06 §11.5). */
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { randomBytes } from 'node:crypto';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { RoleSessions } from '../../../src/modules/credentials/aws-roles/role-sessions.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import {
  type Agent,
  type AgentAnswer,
  type Asking,
  createAgent,
  createSecret,
  grant,
  grantConnection,
} from '../../harness/clients/agent.js';
import {
  junkSigned,
  type Keys,
  StandInSts,
  type Verified,
  valuesOf,
  verified,
} from '../../harness/upstreams/aws.js';
import { connect } from '../../harness/upstreams/connections.js';
import type { StandInProviders } from '../../harness/upstreams/providers.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';
import type { SeenRequest } from '../../harness/upstreams/upstream.js';
import { webSocket } from '../../harness/clients/web-socket.js';

const OPERATOR: Keys = {
  accessKeyId: 'AKIAOPERATOR',
  secretAccessKey: 'of-the-operator',
  sessionToken: 'operators',
};
const KEYS: Keys = { accessKeyId: 'AKIAOFTHEACCOUNT', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' };
const ROLE = 'arn:aws:iam::123456789012:role/agents';
const MEBIBYTE = 1_048_576;
const JUNK = { accessKeyId: 'junk', secretAccessKey: 'junk', sessionToken: 'junk' };

let server: TestServer;
let providers: StandInProviders;
let sts: StandInSts;
let owner: Owner;
let agent: Agent;

withProviders((stand) => ({ server, providers } = stand), {
  AWS_ACCESS_KEY_ID: OPERATOR.accessKeyId,
  AWS_SECRET_ACCESS_KEY: OPERATOR.secretAccessKey,
  AWS_SESSION_TOKEN: OPERATOR.sessionToken!,
  GATEWAY_ALLOWED_PRIVATE_HOSTS:
    '127.0.0.1,localhost,s3.eu-west-3.amazonaws.com,ws.execute-api.eu-west-3.amazonaws.com',
});

beforeEach(async () => {
  providers.reset();
  sts = new StandInSts(OPERATOR);
  const answer = providers.upstream.answer;
  providers.upstream.answer = (request, response, seen) =>
    /^sts\..*amazonaws\.com$/.test(seen.host) && seen.body.includes('Action=AssumeRole')
      ? sts.serve(seen, response)
      : answer(request, response, seen);
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

afterEach(() => providers.reset());

async function keyAccount(region = 'eu-west-1'): Promise<string> {
  const credentials = { type: 'aws_iam', ...KEYS, region } as Record<string, string>;
  return account('aws', credentials);
}

async function roleAccount(
  by: Agent = agent,
  roleArn = `${ROLE}/${randomBytes(4).toString('hex')}`,
): Promise<string> {
  const id = await connect(server, owner, {
    provider: 'aws-role',
    credentials: { type: 'aws_assume_role', roleArn, externalId: 'external-7', region: 'eu-west-1' },
  });
  await grantConnection(owner, by.id, id);
  return roleArn;
}

async function account(provider: string, credentials: Record<string, string>): Promise<string> {
  const id = await connect(server, owner, { provider, credentials });
  await grantConnection(owner, agent.id, id);
  return id;
}

function keysOf(id: string): Keys | undefined {
  return id === KEYS.accessKeyId ? KEYS : sts.lent.get(id);
}

/** Requests of agents that arrived at a service. */
function arrived(): SeenRequest[] {
  return providers.upstream.seen.splice(0).filter(({ body }) => !body.includes('Action=AssumeRole'));
}

function arrivedOne(): SeenRequest {
  const [seen, ...others] = arrived();
  expect(others).toEqual([]);
  return seen!;
}

/** What the service makes of one request of the agent. */
async function asked(
  url: string,
  asking: Asking = {},
  by: Agent = agent,
): Promise<Verified & { seen: SeenRequest }> {
  await by.ask(url, asking);
  const seen = arrivedOne();
  return { ...verified(seen, keysOf), seen };
}

describe('an account with keys', () => {
  beforeEach(() => keyAccount());

  it('03-35 an unsigned request is signed for service and region of its host', async () => {
    for (const [host, scope] of [
      ['sqs.us-east-2.amazonaws.com', 'us-east-2/sqs'],
      ['iam.amazonaws.com', 'us-east-1/iam'],
      ['ec2.amazonaws.com', 'eu-west-1/ec2'],
      ['lambda.ap-south-1.api.aws', 'ap-south-1/lambda'],
      ['email.eu-west-2.amazonaws.com', 'eu-west-2/ses'],
      ['bedrock-runtime.us-west-2.amazonaws.com', 'us-west-2/bedrock'],
      ['bucket.s3.eu-central-1.amazonaws.com', 'eu-central-1/s3'],
      ['a.bucket.s3.amazonaws.com', 'us-east-1/s3'],
      ['api1.execute-api.eu-west-3.amazonaws.com', 'eu-west-3/execute-api'],
      ['search-1.eu-west-3.es.amazonaws.com', 'eu-west-3/es'],
    ]) {
      const { region, service } = await asked(`https://${host}/one/two?Action=List&Version=2`);
      expect(`${host} ${region}/${service}`).toBe(`${host} ${scope}`);
    }
  });

  it('06-T133 S3 gets a valid signature and the hash of the body, and nothing of what the agent signed with', async () => {
    const { seen, content, signedHeaders } = await asked('https://s3.eu-west-1.amazonaws.com/bucket/key', {
      method: 'PUT',
      body: 'content',
      headers: {
        authorization:
          'AWS4-HMAC-SHA256 Credential=junk/20200101/eu-west-1/s3/aws4_request, SignedHeaders=host, Signature=0',
        'x-amz-date': '20200101T000000Z',
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        'x-amz-security-token': 'junk',
        'x-amz-storage-class': 'STANDARD_IA',
      },
    });
    expect(content.toString()).toBe('content');
    expect(valuesOf(seen, 'x-amz-security-token')).toEqual([]);
    expect(seen.rawHeaders.join()).not.toContain('junk');
    expect(signedHeaders).toEqual(['host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-storage-class']);
  });

  it('06-30 S3 and another service accept what is sent to them; only S3 takes more than 10 MiB', async () => {
    const large = Buffer.alloc(20 * MEBIBYTE, 'large');
    const bucket = 'https://bucket.s3.eu-west-1.amazonaws.com/key';
    const table = 'https://dynamodb.eu-west-1.amazonaws.com/';
    expect((await asked(bucket, { method: 'PUT', body: 'small' })).seen.headers).toHaveProperty(
      'x-amz-content-sha256',
    );
    expect((await asked(table, { method: 'POST', body: '{}' })).seen.headers).not.toHaveProperty(
      'x-amz-content-sha256',
    );
    const most = large.subarray(0, 10 * MEBIBYTE);
    expect((await asked(table, { method: 'POST', body: most })).content.equals(most)).toBe(true);
    const { seen, content } = await asked(bucket, { method: 'PUT', body: large });
    expect([seen.headers['x-amz-content-sha256'], content.equals(large)]).toEqual(['UNSIGNED-PAYLOAD', true]);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      const refused = await agent.ask(table, { method: 'POST', body: large, headers });
      expect([refused.status, refused.body]).toEqual([
        413,
        { error: 'payload_too_large', message: expect.any(String), limit: 10 * MEBIBYTE },
      ]);
      expect(refused.headers['x-should-retry']).toBe('false');
      expect(arrived()).toEqual([]);
    }
  });

  it('S3 gets a body without length as it comes, and over plain HTTP only one that is hashed', async () => {
    const asking = { method: 'PUT', body: 'as it comes', headers: { 'transfer-encoding': 'chunked' } };
    const { seen, content } = await asked('https://s3.eu-west-3.amazonaws.com/bucket/key', asking);
    expect([seen.headers['x-amz-content-sha256'], String(content)]).toEqual([
      'UNSIGNED-PAYLOAD',
      'as it comes',
    ]);
    const plain = await asked('http://s3.eu-west-3.amazonaws.com/bucket/key', asking);
    expect(plain.seen.headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/);
    const large = { method: 'PUT', body: Buffer.alloc(10 * MEBIBYTE + 1) };
    expect((await agent.ask('http://s3.eu-west-3.amazonaws.com/bucket/key', large)).status).toBe(413);
  });

  it('a target is signed as it is sent, and sent as it came', async () => {
    for (const target of [
      '/',
      '/?',
      '/a//b/c/',
      "/%7Ea/%c3%A4/b%20c/d%2Fe/f+g/(h)!*'",
      '/model/anthropic.claude-v2:1/invoke',
      '/?b=2&a=1&b=1&a=&c&&d=%2f&e=f+g&%41=~&prefix=%20',
      '/?X-Amz-Expires=60&list-type=2&prefix=J/a=b',
    ])
      for (const host of ['s3.eu-west-1.amazonaws.com', 'bedrock-runtime.eu-west-1.amazonaws.com'])
        expect((await asked(`https://${host}${target}`)).seen.url).toBe(target);
  });

  it('fields with blanks, repetitions and bytes above 0x7f are signed', async () => {
    const value = Buffer.from('à  b').toString('latin1');
    const headers = {
      'x-amz-meta-one': `  ${value}  `,
      'x-amz-meta-two': ['b', ' a'],
      'content-type': 'text/a;  b=c',
    };
    const { seen } = await asked('https://s3.eu-west-1.amazonaws.com/k', { headers: headers as never });
    expect(valuesOf(seen, 'x-amz-meta-two')).toEqual(['b', 'a']);
    expect(valuesOf(seen, 'x-amz-meta-one')).toEqual([value]);
  });

  it('a presigned address keeps the signature it has, and gets none of ours', async () => {
    const target = '/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=theirs&X-Amz-Signature=00';
    await agent.ask(`https://theirs.s3.amazonaws.com${target}`, {
      headers: { 'x-amz-date': '20200101T000000Z' },
    });
    const seen = arrivedOne();
    expect([seen.url, seen.headers.authorization, seen.headers['x-amz-date']]).toEqual([
      target,
      undefined,
      '20200101T000000Z',
    ]);
  });

  it('a secret that writes the field of signatures has it', async () => {
    const secret = await createSecret(owner, {
      hostPattern: 'sqs.eu-west-1.amazonaws.com',
      injectionConfig: { headerName: 'authorization' },
      value: 'of-the-secret',
    });
    await grant(owner, agent.id, secret);
    await agent.ask('https://sqs.eu-west-1.amazonaws.com/', { headers: { 'x-amz-date': 'mine' } });
    const { headers } = arrivedOne();
    expect([headers.authorization, headers['x-amz-date']]).toEqual(['of-the-secret', 'mine']);
  });

  it('an account without keys forwards the request unsigned', async () => {
    agent = await createAgent(server, owner);
    await account('aws', { type: 'aws_iam', region: 'eu-west-1' });
    await agent.ask('https://sqs.eu-west-1.amazonaws.com/');
    expect(arrivedOne().headers.authorization).toBeUndefined();
  });

  it('a request that is sent again is signed again', async () => {
    await asked('https://sqs.eu-west-1.amazonaws.com/', { method: 'POST', body: 'first' });
    const { answer } = providers.upstream;
    providers.upstream.answer = (request, _response, seen) => {
      providers.upstream.answer = answer;
      request.socket.destroy();
      verified(seen, keysOf);
    };
    const { status } = await agent.ask('https://sqs.eu-west-1.amazonaws.com/', {
      method: 'POST',
      body: 'second',
    });
    expect(status).toBe(404);
    const sent = arrived();
    expect(sent.map((seen) => String(verified(seen, keysOf).content))).toEqual(['second', 'second']);
  });

  it('the handshake of a WebSocket is signed', async () => {
    providers.upstream.upgrade = (_request, socket) => socket.destroy();
    await webSocket(server, agent, 'ws.execute-api.eu-west-3.amazonaws.com');
    expect(verified(arrivedOne(), keysOf)).toMatchObject({ service: 'execute-api', region: 'eu-west-3' });
  });
});

describe('uploads in chunks (06 §11.5)', () => {
  const url = 'https://bucket.s3.eu-west-1.amazonaws.com/key';
  const content = randomBytes(3 * MEBIBYTE + 77);

  function upload(body: Buffer, form: string, more: Record<string, string> = {}): Promise<AgentAnswer> {
    const headers = {
      'content-encoding': 'aws-chunked',
      'x-amz-content-sha256': form,
      'x-amz-decoded-content-length': String(content.length),
      ...more,
    };
    return agent.ask(url, { method: 'PUT', body, headers });
  }

  beforeEach(() => keyAccount());

  it.each([8_192, 65_536, MEBIBYTE, 4 * MEBIBYTE])('chunks of %i bytes are signed anew', async (size) => {
    const body = junkSigned(content, size);
    await upload(body, 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
    const seen = arrivedOne();
    expect(verified(seen, keysOf).content.equals(content)).toBe(true);
    expect(seen.headers['content-length']).toBe(String(body.length));
    expect(seen.headers['content-encoding']).toBe('aws-chunked');
  });

  it('trailers are signed anew as well, in a body with and without a length', async () => {
    const body = junkSigned(content, 65_536, 'x-amz-checksum-crc32:AAAAAA==');
    const form = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER';
    for (const more of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      await upload(body, form, { 'x-amz-trailer': 'x-amz-checksum-crc32', ...more });
      const seen = arrivedOne();
      expect(verified(seen, keysOf).content.equals(content)).toBe(true);
      expect(seen.body.toString('latin1')).toContain(
        'x-amz-checksum-crc32:AAAAAA==\r\nx-amz-trailer-signature:',
      );
    }
  });

  it('a small one, which is here as a whole, is as well', async () => {
    const small = Buffer.from('small');
    await upload(junkSigned(small, 8_192), 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', {
      'x-amz-decoded-content-length': '5',
    });
    expect(String(verified(arrivedOne(), keysOf).content)).toBe('small');
  });

  it('chunks without signatures pass byte for byte', async () => {
    const body = Buffer.concat([
      Buffer.from(`${content.length.toString(16)}\r\n`),
      content,
      Buffer.from('\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n'),
    ]);
    await upload(body, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', { 'x-amz-trailer': 'x-amz-checksum-crc32' });
    const seen = arrivedOne();
    expect(seen.body.equals(body)).toBe(true);
    expect(verified(seen, keysOf).content.equals(content)).toBe(true);
  });

  it('a body that is not in its framing, or in one of which no signature can be made, is not stored', async () => {
    const form = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const large = await upload(content, form);
    const small = await upload(Buffer.from('0\r\n\r\n'), form);
    const other = await upload(junkSigned(content, 65_536), 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD');
    expect([large.status, small.status, other.status]).toEqual([502, 502, 400]);
    expect(arrived()).toEqual([]);
  });
});

describe('an account with a role', () => {
  const url = 'https://sqs.eu-west-1.amazonaws.com/';

  it('is reached with keys that its role lent to this agent, asked for in the name of the operator', async () => {
    const arn = await roleAccount();
    const { seen } = await asked(url, { headers: { 'x-amz-security-token': 'junk' } });
    const [lent] = [...sts.lent.values()];
    expect(valuesOf(seen, 'x-amz-security-token')).toEqual([lent!.sessionToken]);
    expect(sts.asked).toEqual([
      {
        Action: 'AssumeRole',
        Version: '2011-06-15',
        RoleArn: arn,
        RoleSessionName: `credential-gateway-${agent.id.slice(0, 32)}`,
        ExternalId: 'external-7',
        DurationSeconds: '3600',
      },
    ]);
  });

  it('asks once for many requests, and for each agent by itself', async () => {
    const arn = await roleAccount();
    const other = await createAgent(server, owner);
    await roleAccount(other, arn);
    await Promise.all(Array.from({ length: 20 }, () => agent.ask(url)));
    await Promise.all(Array.from({ length: 20 }, () => other.ask(url)));
    const keys = arrived().map((seen) => verified(seen, keysOf).accessKeyId);
    expect([keys.length, new Set(keys).size]).toEqual([40, 2]);
    expect(sts.asked.map(({ RoleSessionName }) => RoleSessionName)).toEqual(
      [agent, other].map(({ id }) => `credential-gateway-${id.slice(0, 32)}`),
    );
  });

  it('asks again five minutes before the end, and uses what is still valid when that fails', async () => {
    await roleAccount();
    sts.lifetimeMs = 299_000;
    const first = await asked(url);
    const second = await asked(url);
    expect(second.accessKeyId).not.toBe(first.accessKeyId);
    sts.answer = (_seen, response) => response.writeHead(500).end('{}');
    expect((await asked(url)).accessKeyId).toBe(second.accessKeyId);
    expect(sts.asked).toHaveLength(3);
  });

  it.each<[string, NonNullable<StandInSts['answer']>]>([
    ['refuses', (_seen, response) => response.writeHead(403).end('{"Error":{"Code":"AccessDenied"}}')],
    ['answers something else', (_seen, response) => response.end('<html>')],
    [
      'lends half of the keys',
      (_seen, response) =>
        response.end('{"AssumeRoleResponse":{"AssumeRoleResult":{"Credentials":{"AccessKeyId":"A"}}}}'),
    ],
    ['hangs up', (_seen, response) => response.destroy()],
    [
      'leads elsewhere',
      (_seen, response) => response.writeHead(307, { location: 'https://sts.elsewhere.test/' }).end(),
    ],
  ])('sends nothing when STS %s', async (_what, answer) => {
    await roleAccount();
    sts.answer = answer;
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await agent.ask(url);
      expect([refused.status, refused.body.error, refused.headers['x-should-retry']]).toEqual([
        502,
        'bad_gateway',
        undefined,
      ]);
    }
    expect(arrived()).toEqual([]);
    expect(sts.asked).toHaveLength(1);
  });

  it('is not asked for anything by a request that is refused', async () => {
    await roleAccount();
    await organizationRules(server, owner, [{ action: 'block', targets: [network('*.amazonaws.com')] }]);
    expect((await agent.ask(url)).status).toBe(403);
    expect(sts.asked).toEqual([]);
  });
});

describe('clocks (06 §11.5)', () => {
  const queue = 'https://sqs.eu-west-1.amazonaws.com/';
  const object = 'https://s3.eu-west-1.amazonaws.com/bucket/key';
  const MINUTES = 60_000;

  /** That of AWS, which no test moves. */
  const realTime = (): number => performance.timeOrigin + performance.now();
  const off = (minutes: number) =>
    jest.spyOn(Date, 'now').mockImplementation(() => Math.trunc(realTime()) + minutes * MINUTES);
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['in the past', { 'x-amz-date': '19700101T000000Z' }],
    ['in the future', { 'x-amz-date': '99991231T235959Z' }],
    ['that is none', { 'x-amz-date': 'yesterday' }],
    ['that is empty', { 'x-amz-date': '' }],
    ['of HTTP', { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ['of HTTP, and another', { date: 'Fri, 31 Dec 9999 23:59:59 GMT', 'x-amz-date': '20200101T000000Z' }],
    ['in another case', { 'X-AMZ-DATE': '20200101T000000Z' }],
    ['that ends', { expires: '0', 'x-amz-expires': '604800' }],
    ['twice', { 'x-amz-date': ['20200101T000000Z', '20300101T000000Z'] as unknown as string }],
  ])('a date of the agent %s changes nothing of when the request is signed', async (_what, headers) => {
    await keyAccount();
    for (const url of [queue, object, `${queue}?X-Amz-Date=20200101T000000Z&X-Amz-Expires=604800`]) {
      const { seen, accessKeyId } = await asked(url, { headers: headers });
      expect(accessKeyId).toBe(KEYS.accessKeyId);
      expect(valuesOf(seen, 'x-amz-date')).toEqual([expect.stringMatching(/^20\d{6}T\d{6}Z$/)]);
    }
  });

  it.each([
    'X%2DAmz%2DSignature=00&X-Amz-Date=20200101T000000Z',
    'x-amz-signature=00&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=604800',
    'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=junk&X-Amz-Date=20990101T000000Z',
    'Expires=4102444800&AWSAccessKeyId=junk',
  ])('a query that only looks presigned (%s) is signed with now', async (query) => {
    await keyAccount();
    expect((await asked(`${object}?${query}`)).accessKeyId).toBe(KEYS.accessKeyId);
  });

  it.each([-1_440, -20, 20, 1_440])(
    'of a server that is %i minutes off the refusal reaches the agent, once, and nothing stays behind',
    async (minutes) => {
      await keyAccount();
      const { answer } = providers.upstream;
      providers.upstream.answer = (_request, response, seen) => {
        const signed = Date.parse(
          seen.headers['x-amz-date']!.toString().replace(
            /^(....)(..)(..)T(..)(..)(..)Z$/,
            '$1-$2-$3T$4:$5:$6Z',
          ),
        );
        const skewed = Math.abs(signed - realTime()) > 15 * MINUTES;
        response.writeHead(skewed ? 403 : 200).end(skewed ? '<Code>RequestTimeTooSkewed</Code>' : 'ok');
      };
      off(minutes);
      for (const url of [queue, object]) {
        const { status, text } = await agent.ask(url);
        expect([status, text]).toEqual([403, '<Code>RequestTimeTooSkewed</Code>']);
        expect(arrived()).toHaveLength(1);
      }
      jest.restoreAllMocks();
      for (const url of [queue, object]) expect((await agent.ask(url)).status).toBe(200);
      providers.upstream.answer = answer;
    },
  );

  it.each([
    [-20, 'behind'],
    [20, 'ahead'],
  ])(
    'STS that refuses for a clock %i minutes off is logged as that, and nothing is sent',
    async (minutes, word) => {
      await roleAccount();
      sts.answer = (_seen, response) =>
        response
          .writeHead(403, { date: new Date(realTime()).toUTCString() })
          .end('{"Error":{"Code":"SignatureDoesNotMatch"}}');
      off(minutes);
      expect((await agent.ask(queue)).status).toBe(502);
      expect(arrived()).toEqual([]);
      const role = { arn: ROLE, externalId: 'external-7', region: 'eu-west-1' };
      await expect(server.app.get(RoleSessions, { strict: false }).assume(role, agent.id)).rejects.toThrow(
        new RegExp(
          `^STS answered 403 SignatureDoesNotMatch; the clock of this machine is 1(199|200|201) s ${word}$`,
        ),
      );
    },
  );

  it('keys of a role end no later than was asked for, by a clock that is behind as well', async () => {
    const role = { arn: ROLE, externalId: 'external-7', region: 'eu-west-1' };
    sts.lifetimeMs = 10 * 3_600_000;
    const sessions = server.app.get(RoleSessions, { strict: false });
    const { expiresAt } = await sessions.assume(role, agent.id);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(3_600_000);
    sts.lifetimeMs = 1_000;
    expect((await sessions.assume(role, agent.id)).expiresAt - Date.now()).toBeLessThanOrEqual(1_000);
  });
});

describe('the AWS SDK, with keys that are none', () => {
  const stored = new Map<string, Buffer>();

  function options() {
    const { port } = new URL(server.gatewayUrl);
    const proxy = `http://x:${agent.token}@127.0.0.1:${port}`;
    const httpsAgent = new HttpsAgent({ proxyEnv: { HTTPS_PROXY: proxy }, rejectUnauthorized: false });
    const requestHandler = new NodeHttpHandler({ httpsAgent });
    return { region: 'eu-west-3', credentials: JUNK, requestHandler, maxAttempts: 1 };
  }

  beforeEach(async () => {
    await keyAccount();
    stored.clear();
    providers.upstream.answer = (_request, response, seen) => {
      const { content, service } = verified(seen, keysOf);
      if (service === 'dynamodb')
        return response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
      if (service === 'sts')
        return response.end(
          '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>4711</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
        );
      const key = seen.url.split('?')[0]!;
      if (seen.method === 'PUT') stored.set(key, content);
      return response.end(seen.method === 'GET' ? stored.get(key) : '');
    };
  });

  it.each(['plain', "a b+ü/(1)'!*~.txt", 'a//b:c=d&e?f#g%20'])(
    'stores and fetches the object %s',
    async (Key) => {
      const s3 = new S3Client(options());
      const object = { Bucket: 'bucket', Key };
      await s3.send(new PutObjectCommand({ ...object, Body: 'whole', Metadata: { one: 'a  b' } }));
      expect(await (await s3.send(new GetObjectCommand(object))).Body!.transformToString()).toBe('whole');
      const large = randomBytes(MEBIBYTE);
      const Body = Readable.from([large.subarray(0, 300_000), large.subarray(300_000)]);
      await s3.send(new PutObjectCommand({ ...object, Body, ContentLength: large.length }));
      expect([...stored.values()].map((content) => content.equals(large))).toEqual([true]);
      const forms = arrived().map((seen) => seen.headers['x-amz-content-sha256']);
      expect(forms.at(-1)).toBe('STREAMING-UNSIGNED-PAYLOAD-TRAILER');
    },
  );

  it('calls other services', async () => {
    const table = new DynamoDBClient(options());
    await table.send(new PutItemCommand({ TableName: 't', Item: { id: { S: 'ü' } } }));
    const identity = await new STSClient(options()).send(new GetCallerIdentityCommand({}));
    expect(identity.Account).toBe('4711');
    expect(arrived().map((seen) => verified(seen, keysOf).service)).toEqual(['dynamodb', 'sts']);
  });
});
