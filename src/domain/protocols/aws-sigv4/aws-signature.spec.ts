import { Sha256 } from '@aws-crypto/sha256-js';
import { describe, expect, it } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import aws4 from 'aws4';
import fc from 'fast-check';
import { createHash, createHmac } from 'node:crypto';
import { fieldsToSign, type SignableRequest } from './canonical-request.js';
import type { SigningHashes } from './hashes.js';
import { AwsChunkedFault, type ChunkedTerms, type ChunkStore, ResignedChunks } from './resigned-chunks.js';
import { amazonDate, type AwsKeys, signingContext, signingKey, signRequest } from './signature.js';
import { type SigningScope, signingScopeOf } from './signing-scope.js';

const HASHES: SigningHashes = {
  sha256: (data) => {
    const hash = createHash('sha256');
    if (typeof data === 'string') hash.update(data, 'latin1');
    else for (const piece of data) hash.update(piece);
    return hash.digest('hex');
  },
  hmac: (key, text) => createHmac('sha256', key).update(text, 'latin1').digest(),
};
const EMPTY = HASHES.sha256('');

/** Bytes as the characters that a head is written in. */
function bytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function contextOf(keys: AwsKeys, scope: SigningScope, date: string) {
  return signingContext(signingKey(keys, scope, date, HASHES), scope, date);
}

function signed(request: SignableRequest, hash: string, keys: AwsKeys, scope: SigningScope, date: string) {
  return signRequest(request, hash, keys, scope, contextOf(keys, scope, date), HASHES);
}

class Pieces implements ChunkStore {
  readonly capacity = 0;
  private held: Buffer[] = [];

  add(data: Buffer): void {
    this.held.push(data);
  }

  pieces(): readonly Buffer[] {
    return this.held;
  }

  forget(): void {
    this.held = [];
  }
}

/** `aws-sig-v4-test-suite`: its requests, each with the signature that was published for it. */
const SUITE: [
  name: string,
  signature: string,
  method: string,
  target: string,
  headers?: string[],
  body?: string,
][] = [
  ['get-vanilla', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31', 'GET', '/'],
  [
    'get-vanilla-empty-query-key',
    'a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb',
    'GET',
    '/?Param1=value1',
  ],
  [
    'get-vanilla-query-order-key-case',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    'GET',
    '/?Param2=value2&Param1=value1',
  ],
  [
    'get-vanilla-query-unreserved',
    '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
    'GET',
    '/?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz=-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  ],
  [
    'get-vanilla-utf8-query',
    '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    'GET',
    bytes('/?ሴ=bar'),
  ],
  ['get-utf8', '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85', 'GET', bytes('/ሴ')],
  [
    'get-unreserved',
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    'GET',
    '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  ],
  ['get-space', '652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741', 'GET', '/example space/'],
  ['get-relative', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31', 'GET', '/example/..'],
  [
    'get-relative-relative',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    'GET',
    '/example1/example2/../..',
  ],
  ['get-slash', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31', 'GET', '//'],
  ['get-slash-dot-slash', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31', 'GET', '/./'],
  [
    'get-slash-pointless-dot',
    'ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5',
    'GET',
    '/./example',
  ],
  [
    'get-header-value-trim',
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    'GET',
    '/',
    ['My-Header1', ' value1', 'My-Header2', ' "a   b   c"'],
  ],
  [
    'get-header-key-duplicate',
    'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
    'GET',
    '/',
    ['My-Header1', 'value2', 'My-Header1', 'value2', 'My-Header1', 'value1'],
  ],
  [
    'get-header-value-order',
    '08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01',
    'GET',
    '/',
    ['My-Header1', 'value4', 'My-Header1', 'value1', 'My-Header1', 'value3', 'My-Header1', 'value2'],
  ],
  ['post-vanilla', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b', 'POST', '/'],
  [
    'post-vanilla-query',
    '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11',
    'POST',
    '/?Param1=value1',
  ],
  [
    'post-header-key-sort',
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
    'POST',
    '/',
    ['My-Header1', 'value1'],
  ],
  [
    'post-header-value-case',
    'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
    'POST',
    '/',
    ['My-Header1', 'VALUE1'],
  ],
  [
    'post-x-www-form-urlencoded',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    'POST',
    '/',
    ['Content-Type', 'application/x-www-form-urlencoded'],
    'Param1=value1',
  ],
  [
    'post-x-www-form-urlencoded-parameters',
    '1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe',
    'POST',
    '/',
    ['Content-Type', 'application/x-www-form-urlencoded; charset=utf8'],
    'Param1=value1',
  ],
];

const SUITE_KEYS: AwsKeys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
};
const S3_KEYS: AwsKeys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
};
const S3: SigningScope = { service: 's3', region: 'us-east-1' };
const S3_DATE = '20130524T000000Z';

describe('the published vectors of the algorithm', () => {
  it.each(SUITE)('signs %s as published', (_name, signature, method, target, headers = [], body = '') => {
    const scope = { service: 'service', region: 'us-east-1' };
    const date = '20150830T123600Z';
    const all = ['Host', 'example.amazonaws.com', ...headers, 'X-Amz-Date', date];
    const made = signed({ method, target, headers: all }, HASHES.sha256(body), SUITE_KEYS, scope, date);
    expect(made.signature).toBe(signature);
  });

  it('writes the field of the documented IAM request', () => {
    const scope = { service: 'iam', region: 'us-east-1' };
    const date = '20150830T123600Z';
    const request = {
      method: 'GET',
      target: '/?Action=ListUsers&Version=2010-05-08',
      headers: [
        'Content-Type',
        'application/x-www-form-urlencoded; charset=utf-8',
        'Host',
        'iam.amazonaws.com',
        'X-Amz-Date',
        date,
      ],
    };
    const keys = { ...SUITE_KEYS, secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
    expect(signed(request, EMPTY, keys, scope, date).authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-date, ' +
        'Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    );
  });

  it.each([
    [
      'GET',
      '/test.txt',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ['Range', 'bytes=0-9'],
      '',
    ],
    [
      'PUT',
      '/test$file.text',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ['Date', 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class', 'REDUCED_REDUNDANCY'],
      'Welcome to Amazon S3.',
    ],
    ['GET', '/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543', [], ''],
    [
      'GET',
      '/?max-keys=2&prefix=J',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      [],
      '',
    ],
  ])('signs the documented S3 request %s %s', (method, target, signature, headers, body) => {
    const hash = HASHES.sha256(body);
    const all = [
      'Host',
      'examplebucket.s3.amazonaws.com',
      'x-amz-date',
      S3_DATE,
      'x-amz-content-sha256',
      hash,
      ...headers,
    ];
    expect(signed({ method, target, headers: all }, hash, S3_KEYS, S3, S3_DATE).signature).toBe(signature);
  });
});

describe('against other implementations', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abzAZ09-_.~ '), maxLength: 8 });
  const segment = fc.string({
    unit: fc.constantFrom(..."abZ09-_.~ :@$()*!'=é", '..', '%'),
    minLength: 1,
    maxLength: 6,
  });
  const path = fc
    .array(segment, { maxLength: 4 })
    .map((segments) => `/${segments.map((text) => strictly(text)).join('/')}`);
  const query = fc.array(
    fc.tuple(
      fc.string({ unit: fc.constantFrom(...'abZ0-_~ &=+%é'), minLength: 1, maxLength: 4 }),
      fc.oneof(word, fc.string({ unit: 'binary', maxLength: 4 })),
    ),
    { maxLength: 5 },
  );
  const fields = fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('x-amz-meta-a', 'X-Amz-Meta-B', 'Content-Type', 'x-amz-target', 'content-md5'),
      word,
    ),
    { selector: ([name]) => name, maxLength: 4 },
  );
  const service = fc.constantFrom('s3', 'sqs', 'dynamodb', 'execute-api', 'bedrock');
  const date = fc.date({ min: new Date('2016-01-01'), max: new Date('2039-01-01'), noInvalidDate: true });
  const method = fc.constantFrom('GET', 'PUT', 'POST', 'DELETE');
  const body = fc.uint8Array({ maxLength: 64 });

  it('agrees with that of the AWS SDK on any request', async () => {
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        query,
        fields,
        service,
        date,
        body,
        fc.boolean(),
        async (verb, at, pairs, extra, of, when, payload, lent) => {
          const keys = { ...S3_KEYS, sessionToken: lent ? 'lent+/=' : null };
          const scope = { service: of, region: 'eu-west-3' };
          const theirs = new SignatureV4({
            service: of,
            region: scope.region,
            credentials: { ...keys, sessionToken: keys.sessionToken ?? undefined },
            sha256: Sha256,
            uriEscapePath: of !== 's3',
            applyChecksum: of === 's3',
          });
          const names = new Map<string, string[]>();
          for (const [name, value] of pairs)
            if (of !== 's3' || !names.has(name)) names.set(name, [...(names.get(name) ?? []), value]);
          const made = await theirs.sign(
            {
              method: verb,
              protocol: 'https:',
              hostname: 'one.example',
              path: at,
              query: Object.fromEntries(names),
              headers: { host: 'one.example', ...Object.fromEntries(extra) },
              body: payload,
            },
            { signingDate: when },
          );
          const sent = { ...made.headers };
          delete sent['authorization'];
          const target =
            pairs.length === 0
              ? at
              : `${at}?${pairs.map(([name, value]) => `${strictly(name)}=${strictly(value)}`).join('&')}`;
          const request = { method: verb, target, headers: fieldsToSign(Object.entries(sent).flat()) };
          const ours = signed(request, HASHES.sha256([payload]), keys, scope, amazonDate(when));
          expect(ours.authorization).toBe(made.headers['authorization']);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('agrees with a second one on targets that are encoded in any way', () => {
    const spelling = fc.string({
      unit: fc.constantFrom(...'aZ0-~/.+:@!$(),;', '%41', '%2f', '%2B', '%c3%A9', '%20', '%25'),
      maxLength: 12,
    });
    const pieces = fc.array(
      fc.tuple(
        fc.string({ unit: fc.constantFrom(...'ab-', '%41', '%20'), minLength: 1, maxLength: 3 }),
        fc.option(spelling),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(spelling, pieces, fc.constantFrom('s3', 'sqs'), (rest, pairs, of) => {
        const scope = { service: of, region: 'us-west-2' };
        const marks = pairs.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&');
        const target = `/${rest}${marks === '' ? '' : `?${marks}`}`;
        const headers = { Host: 'one.example', 'X-Amz-Date': S3_DATE, 'X-Amz-Content-Sha256': EMPTY };
        const theirs = aws4.sign(
          { method: 'GET', path: target, headers: { ...headers }, ...scope },
          { ...S3_KEYS, sessionToken: undefined },
        );
        const ours = signed(
          { method: 'GET', target, headers: Object.entries(headers).flat() },
          EMPTY,
          S3_KEYS,
          scope,
          S3_DATE,
        );
        expect(ours.authorization).toBe(theirs.headers!['Authorization']);
      }),
      { numRuns: 2_000 },
    );
  });

  /** As clients encode: everything but what RFC 3986 §2.3 leaves alone. */
  function strictly(text: string): string {
    return encodeURIComponent(text.isWellFormed() ? text : '').replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  }
});

describe('fields', () => {
  it('signs the bytes of a value, whatever characters they are', () => {
    const request = {
      method: 'GET',
      target: '/',
      headers: ['x-amz-meta-a', `${bytes('à')} b\t `, 'x-amz-meta-a', ' c'],
    };
    const spelled = { ...request, headers: ['x-amz-meta-a', `${bytes('à')} b,c`] };
    const made = [request, spelled].map((each) => signed(each, EMPTY, S3_KEYS, S3, S3_DATE).signature);
    expect(made[0]).toBe(made[1]);
  });

  it('leaves out what carries a message', () => {
    const head = [
      'Host',
      'h',
      'Connection',
      'close',
      'User-Agent',
      'u',
      'X-Amzn-Trace-Id',
      't',
      'X-Amz-Target',
      'x',
      'Content-Type',
      'c',
    ];
    expect(fieldsToSign(head)).toEqual(['host', 'h', 'x-amz-target', 'x', 'content-type', 'c']);
  });

  it('takes time in proportion to their length', () => {
    const long = (length: number): number => {
      const started = process.hrtime.bigint();
      const blanks = `a${' '.repeat(length)}b`;
      signed(
        {
          method: 'GET',
          target: `/${'%2'.repeat(length)}?${'a&'.repeat(length)}`,
          headers: ['x-amz-a', blanks],
        },
        EMPTY,
        S3_KEYS,
        { service: 'sqs', region: 'r' },
        S3_DATE,
      );
      return Number(process.hrtime.bigint() - started) / 1e6;
    };
    long(1_000);
    // Quadratic, a hundred thousand blanks would take seconds.
    expect(long(100_000)).toBeLessThan(1_500);
  });
});

describe('service and region of a host (03 §12.6)', () => {
  it.each([
    ['sqs.us-east-2.amazonaws.com', 'sqs', 'us-east-2'],
    ['lambda.eu-central-1.api.aws', 'lambda', 'eu-central-1'],
    ['iam.amazonaws.com', 'iam', 'us-east-1'],
    ['sts.amazonaws.com', 'sts', 'us-east-1'],
    ['cloudfront.amazonaws.com', 'cloudfront', 'us-east-1'],
    ['route53.amazonaws.com', 'route53', 'us-east-1'],
    ['organizations.amazonaws.com', 'organizations', 'us-east-1'],
    ['ec2.amazonaws.com', 'ec2', 'eu-west-1'],
    ['sts.eu-west-3.amazonaws.com', 'sts', 'eu-west-3'],
    ['s3.amazonaws.com', 's3', 'us-east-1'],
    ['a.bucket.s3.amazonaws.com', 's3', 'us-east-1'],
    ['s3.eu-north-1.amazonaws.com', 's3', 'eu-north-1'],
    ['a.bucket.s3.eu-north-1.amazonaws.com', 's3', 'eu-north-1'],
    ['s3.us-west-2.s3.eu-north-1.amazonaws.com', 's3', 'eu-north-1'],
    ['bucket.s3-us-west-2.amazonaws.com', 's3', 'us-west-2'],
    ['s3-us-west-2.amazonaws.com', 's3', 'us-west-2'],
    ['bucket.s3-accelerate.amazonaws.com', 's3', 'eu-west-1'],
    ['bucket.s3.dualstack.eu-north-1.amazonaws.com', 's3', 'eu-north-1'],
    ['s3-fips.us-east-1.amazonaws.com', 's3', 'us-east-1'],
    ['4711.s3-control.us-east-1.amazonaws.com', 's3', 'us-east-1'],
    ['abc.execute-api.ap-southeast-2.amazonaws.com', 'execute-api', 'ap-southeast-2'],
    ['search-d-1.us-gov-west-1.es.amazonaws.com', 'es', 'us-gov-west-1'],
    ['abc.us-east-1.aoss.amazonaws.com', 'aoss', 'us-east-1'],
    ['us-west-2.queue.amazonaws.com', 'sqs', 'us-west-2'],
    ['email.eu-west-1.amazonaws.com', 'ses', 'eu-west-1'],
    ['bedrock-runtime.us-east-1.amazonaws.com', 'bedrock', 'us-east-1'],
    ['bedrock-agent.us-east-1.amazonaws.com', 'bedrock', 'us-east-1'],
    ['bedrock-agent-runtime.us-east-1.amazonaws.com', 'bedrock', 'us-east-1'],
    ['bedrock-runtime-fips.us-east-1.amazonaws.com', 'bedrock', 'us-east-1'],
    ['api.ecr.us-east-1.amazonaws.com', 'ecr', 'us-east-1'],
    ['runtime.sagemaker.us-east-1.amazonaws.com', 'sagemaker', 'us-east-1'],
    ['api.sagemaker.us-east-1.amazonaws.com', 'sagemaker', 'us-east-1'],
    ['streams.dynamodb.us-east-1.amazonaws.com', 'dynamodb', 'us-east-1'],
  ])('reads %s as %s in %s', (host, service, region) => {
    expect(signingScopeOf(host, 'eu-west-1')).toEqual({ service, region });
  });

  it('falls back to us-east-1 where neither host nor account names a region', () => {
    expect(signingScopeOf('ec2.amazonaws.com', null)).toEqual({ service: 'ec2', region: 'us-east-1' });
  });
});

describe('bodies of signed chunks', () => {
  const JUNK = '0'.repeat(64);
  const documented = Buffer.concat([
    chunk(65_536, Buffer.alloc(65_536, 'a')),
    chunk(1_024, Buffer.alloc(1_024, 'a')),
  ]);
  const head = (payload: string, extra: string[] = []) => {
    const headers = [
      'Host',
      's3.amazonaws.com',
      'x-amz-date',
      S3_DATE,
      'x-amz-storage-class',
      'REDUCED_REDUNDANCY',
      'x-amz-content-sha256',
      payload,
      'Content-Encoding',
      'aws-chunked',
      'x-amz-decoded-content-length',
      '66560',
      ...extra,
    ];
    const context = contextOf(S3_KEYS, S3, S3_DATE);
    const request = { method: 'PUT', target: '/examplebucket/chunkObject.txt', headers };
    return { context, seed: signRequest(request, payload, S3_KEYS, S3, context, HASHES).signature };
  };

  function chunk(size: number, data: Buffer): Buffer {
    return Buffer.concat([
      Buffer.from(`${size.toString(16)};chunk-signature=${JUNK}\r\n`),
      data,
      Buffer.from('\r\n'),
    ]);
  }

  function terms(trailers = false): ChunkedTerms {
    return {
      context: contextOf(S3_KEYS, S3, S3_DATE),
      seed: JUNK,
      trailers,
      mostChunkBytes: 100_000,
    };
  }

  /** Passes the body through in pieces of that length. */
  function resigned(body: Buffer, with_: ChunkedTerms, piece = body.length): string {
    const chunks = new ResignedChunks(with_, HASHES, new Pieces());
    const out: Buffer[] = [];
    for (let at = 0; at < body.length; at += piece) out.push(...chunks.push(body.subarray(at, at + piece)));
    chunks.end();
    return Buffer.concat(out).toString('latin1');
  }

  function signaturesIn(body: string): string[] {
    return [...body.matchAll(/signature[=:]([0-9a-f]{64})/g)].map(([, signature]) => signature!);
  }

  it('signs the documented upload as published', () => {
    const body = Buffer.concat([documented, Buffer.from(`0;chunk-signature=${JUNK}\r\n\r\n`)]);
    const { context, seed } = head('STREAMING-AWS4-HMAC-SHA256-PAYLOAD', ['Content-Length', '66824']);
    expect(seed).toBe('4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9');
    const out = resigned(body, { ...terms(), context, seed });
    expect(signaturesIn(out)).toEqual([
      'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
      '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
      'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
    ]);
    expect(out).toHaveLength(body.length);
  });

  it('signs the documented upload with a trailer as published', () => {
    const trailer = `x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:${JUNK}\r\n\r\n`;
    const body = Buffer.concat([documented, Buffer.from(`0;chunk-signature=${JUNK}\r\n${trailer}`)]);
    const { context, seed } = head('STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', [
      'x-amz-trailer',
      'x-amz-checksum-crc32c',
    ]);
    expect(seed).toBe('106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e');
    const out = resigned(body, { ...terms(true), context, seed });
    expect(signaturesIn(out)).toEqual([
      'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
      '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
      '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
      'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435',
    ]);
  });

  it('writes the same whatever pieces the body comes in, and changes nothing but signatures', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 97 }), fc.boolean(), (chunks, piece, trailers) => {
        const end = trailers
          ? `x-amz-checksum-crc32: AAAAAA==\r\nx-amz-trailer-signature:${JUNK}\r\n\r\n`
          : '\r\n';
        const body = Buffer.concat([
          ...chunks.map((size) => chunk(size, Buffer.alloc(size, '\r\n0;chunk-signature='))),
          Buffer.from(`0;chunk-signature=${JUNK}\r\n${end}`),
        ]);
        const whole = resigned(body, terms(trailers));
        expect(resigned(body, terms(trailers), piece)).toBe(whole);
        expect(whole.replace(/(signature[=:])[0-9a-f]{64}/g, `$1${JUNK}`)).toBe(body.toString('latin1'));
      }),
    );
  });

  it.each([
    ['a chunk without a signature', '3\r\nabc\r\n'],
    ['a signature of another algorithm', `3;chunk-signature=${'0'.repeat(144)}\r\nabc\r\n`],
    ['a chunk that is longer than it says', `3;chunk-signature=${JUNK}\r\nabcd\r\n`],
    ['a chunk that is too large to hold', `fffffff;chunk-signature=${JUNK}\r\n`],
    ['a size beyond all numbers', `${'f'.repeat(40)};chunk-signature=${JUNK}\r\n`],
    ['a line without end', 'a'.repeat(5_000)],
    [
      'a trailer where none was announced',
      `0;chunk-signature=${JUNK}\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n`,
    ],
    ['something behind its end', `0;chunk-signature=${JUNK}\r\n\r\n0`],
    [
      'a trailer behind the signature of trailers',
      `0;chunk-signature=${JUNK}\r\nx-amz-trailer-signature:${JUNK}\r\na:b\r\n\r\n`,
      true,
    ],
    [
      'a signature of trailers that is none',
      `0;chunk-signature=${JUNK}\r\nx-amz-trailer-signature:0\r\n\r\n`,
      true,
    ],
    ['trailers without a signature', `0;chunk-signature=${JUNK}\r\na:b\r\n\r\n`, true],
    ['no end', `0;chunk-signature=${JUNK}\r\n`],
    ['nothing', ''],
  ])('refuses %s', (_what, body, trailers = false) => {
    expect(() => resigned(Buffer.from(body), terms(trailers))).toThrow(AwsChunkedFault);
  });
});
