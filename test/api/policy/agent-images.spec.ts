/** 02 §2.3: avatars of agents. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api } from '../../harness/clients/client.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const MIB = 1_048_576;
const FLAT = { error: expect.any(String) };
const AGENT_NOT_FOUND = { error: { message: 'Agent not found', type: 'not_found_error' } };
const IMAGE_NOT_FOUND = { error: { message: 'Image not found', type: 'not_found_error' } };
const ABSENT_ID = '00000000-0000-4000-8000-000000000000';

const PNG = image([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = image([0xff, 0xd8, 0xff, 0xe0]);
const GIF87 = image('GIF87a');
const GIF89 = image('GIF89a');
const WEBP = image('RIFF\x10\x00\x00\x00WEBPVP8 ');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let server: TestServer;
let owner: Owner;
let agentId: string;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await signUpOwner(server);
  agentId = (await owner.api.get('/v1/agents/default')).body.id;
});

function image(start: string | number[], length = 64): Buffer {
  const head = typeof start === 'string' ? Buffer.from(start, 'latin1') : Buffer.from(start);
  return Buffer.concat([head, Buffer.alloc(length - head.length, 0x2a)]);
}

const upload = (bytes: Buffer, id = agentId) => owner.api.put(`/v1/agents/${id}/image`, bytes);

async function uploaded(bytes: Buffer): Promise<string> {
  const { status, body } = await upload(bytes);
  expect([status, Object.keys(body)]).toEqual([200, ['imageUrl']]);
  return body.imageUrl;
}

/** The status alone, of an image that must not be there. */
const statusOf = async (url: string) => (await fetch(url)).status;

/** Sends the pieces one by one, without saying how many bytes come. */
function stream(pieces: Iterable<Buffer>): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const outgoing = request(`${server.apiUrl}/v1/agents/${agentId}/image`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.apiKey}` },
    });
    const source = pieces[Symbol.iterator]();
    const next = (): void => {
      const piece = source.next();
      if (piece.done) return void outgoing.end();
      sent += piece.value.length;
      outgoing.write(piece.value, next);
    };
    outgoing.on('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, sent });
      outgoing.destroy();
    });
    outgoing.on('error', reject);
    next();
  });
}

function* endless(first: Buffer): Generator<Buffer> {
  yield first;
  for (let sent = 0; sent < 64; sent += 1) yield Buffer.alloc(MIB / 4);
}

describe('uploading an avatar', () => {
  it('02-10 serves a PNG under its URL with nosniff', async () => {
    const url = await uploaded(PNG);
    expect(url).toMatch(new RegExp(`^${server.apiUrl}/v1/agent-images/${agentId}/[0-9a-f]{32}$`));
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
    });
  });

  it('02-10 makes the old URL 404 with the next upload', async () => {
    const first = await uploaded(PNG);
    const second = await uploaded(PNG);
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  });

  it('02-10 takes 1 MiB and refuses one byte more with 413', async () => {
    expect((await upload(image([...PNG.subarray(0, 8)], MIB))).status).toBe(200);
    const refused = await upload(image([...PNG.subarray(0, 8)], MIB + 1));
    expect(refused.status).toBe(413);
    expect(refused.body).toEqual({ error: { message: expect.any(String), type: 'invalid_request_error' } });
  });

  it('02-10 counts while streaming: a body without a length is cut off, not collected', async () => {
    expect((await stream([PNG.subarray(0, 5), PNG.subarray(5)])).status).toBe(200);
    const { status, sent } = await stream(endless(PNG));
    expect(status).toBe(413);
    expect(sent).toBeLessThan(12 * MIB);
  });

  it('02-10 refuses an SVG, and everything else that is no image, with a flat 400', async () => {
    const kept = await uploaded(PNG);
    const others = [SVG, Buffer.from('%PDF-1.7'), Buffer.from('{}'), PNG.subarray(0, 7), PNG.subarray(1)];
    for (const bytes of [
      ...others,
      Buffer.from('RIFF\x10\0\0\0WAVEfmt '),
      Buffer.from('BM'),
      Buffer.alloc(0),
    ]) {
      const { status, body } = await upload(bytes);
      expect([bytes.toString('latin1'), status, body]).toEqual([bytes.toString('latin1'), 400, FLAT]);
    }
    expect((await owner.api.put(`/v1/agents/${agentId}/image`)).status).toBe(400);
    expect(await statusOf(kept)).toBe(200);
  });

  it.each([
    ['image/jpeg', JPEG],
    ['image/gif', GIF87],
    ['image/gif', GIF89],
    ['image/webp', WEBP],
  ])('knows %s by its first bytes, whatever the header says', async (type, bytes) => {
    for (const claimed of ['image/svg+xml', 'application/json', 'text/html', 'nonsense']) {
      const answer = await owner.api
        .with({ 'content-type': claimed })
        .put(`/v1/agents/${agentId}/image`, bytes);
      expect([claimed, answer.status]).toEqual([claimed, 200]);
      expect((await fetch(answer.body.imageUrl)).headers.get('content-type')).toBe(type);
    }
  });

  it('shows the URL in list, default and detail, and null before', async () => {
    const shown = async () => [
      (await owner.api.get('/v1/agents')).body[0].imageUrl,
      (await owner.api.get('/v1/agents/default')).body.imageUrl,
      (await owner.api.get(`/v1/agents/${agentId}`)).body.imageUrl,
    ];
    expect(await shown()).toEqual([null, null, null]);
    const url = await uploaded(PNG);
    expect(await shown()).toEqual([url, url, url]);
  });

  it('does not let other endpoints take bytes for JSON', async () => {
    expect((await owner.api.patch(`/v1/agents/${agentId}`, PNG)).status).toBe(400);
  });
});

describe('who may', () => {
  it('is 404 for an agent that is unknown, of another workspace, or no id at all', async () => {
    const stranger = await signUpOwner(server);
    for (const id of [ABSENT_ID, 'nonsense', (await stranger.api.get('/v1/agents/default')).body.id]) {
      const put = await upload(PNG, id);
      const removed = await owner.api.delete(`/v1/agents/${id}/image`);
      expect([put.status, put.body, removed.status, removed.body]).toEqual([
        404,
        AGENT_NOT_FOUND,
        404,
        AGENT_NOT_FOUND,
      ]);
    }
  });

  it('judges the body before it looks for the agent', async () => {
    expect((await upload(SVG, ABSENT_ID)).status).toBe(400);
  });

  it('needs a credential to change an image and none to see it', async () => {
    const url = await uploaded(PNG);
    expect((await api(server).put(`/v1/agents/${agentId}/image`, PNG)).status).toBe(401);
    expect((await api(server).delete(`/v1/agents/${agentId}/image`)).status).toBe(401);
    expect((await api(server).as('oc_nonsense').get(new URL(url).pathname)).status).toBe(200);
  });
});

describe('the public URL', () => {
  it('is 404 for a wrong or malformed key or id', async () => {
    const key = (await uploaded(PNG)).split('/').at(-1)!;
    const other = key.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const paths = [
      `${agentId}/${other}`,
      `${agentId}/${key.slice(1)}`,
      `${agentId}/${key}0`,
      `${agentId}/${key.toUpperCase().replace(/^./, 'A')}`,
      `${agentId}/%00`,
      `${ABSENT_ID}/${key}`,
      `nonsense/${key}`,
    ];
    for (const path of paths) {
      const { status, body, headers } = await api(server).get(`/v1/agent-images/${path}`);
      expect([path, status, body]).toEqual([path, 404, IMAGE_NOT_FOUND]);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('is gone with the image, and removing nothing is a success', async () => {
    const url = await uploaded(PNG);
    expect((await owner.api.delete(`/v1/agents/${agentId}/image`)).status).toBe(204);
    expect(await statusOf(url)).toBe(404);
    expect((await owner.api.get(`/v1/agents/${agentId}`)).body.imageUrl).toBeNull();
    expect((await owner.api.delete(`/v1/agents/${agentId}/image`)).status).toBe(204);
  });

  it('is gone with the agent', async () => {
    const { body } = await owner.api.post('/v1/agents', { name: 'Painter', identifier: 'painter' });
    const url = (await upload(PNG, body.id)).body.imageUrl;
    expect(await statusOf(url)).toBe(200);
    expect((await owner.api.delete(`/v1/agents/${body.id}`)).status).toBe(204);
    expect(await statusOf(url)).toBe(404);
  });
});

it('02 §18 leaves an audit row for each change, and none when nothing changed', async () => {
  await uploaded(PNG);
  await owner.api.delete(`/v1/agents/${agentId}/image`);
  await owner.api.delete(`/v1/agents/${agentId}/image`);
  const rows = await server.db.query(
    `SELECT action, metadata FROM audit_log WHERE service = 'agent' AND workspace_id = $1 AND metadata ->> 'agentId' = $2
       AND action = 'update'`,
    [owner.workspaceId, agentId],
  );
  const row = { action: 'update', metadata: { agentId, fields: ['image'] } };
  expect(rows).toEqual([row, row]);
});
