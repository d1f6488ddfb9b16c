import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../harness/accounts.js';
import { api } from '../harness/client.js';
import { startServerProcess } from '../harness/server-process.js';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cg-first-words-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('what the server says once it is ready', () => {
  it('names the call that makes the first account, and later where to sign in', async () => {
    const first = await startServerProcess(dataDir, { BOOTSTRAP_TOKEN: 'a-setup-token-of-the-operator' });
    const [, path, example] =
      /curl -X POST http:\/\/[^/]+(\S+) \\\n\s+-d '(\{.*\})'/.exec(first.output()) ?? [];
    expect(first.output()).not.toContain('a-setup-token-of-the-operator');
    const body = { ...JSON.parse(example!), password: PASSWORD, setupToken: 'a-setup-token-of-the-operator' };
    expect(JSON.parse(example!)).toHaveProperty('setupToken');
    expect((await api({ apiUrl: first.apiUrl }).post(path!, body)).status).toBe(201);
    await first.stop();

    const second = await startServerProcess(dataDir);
    expect(second.output()).not.toContain('first account');
    expect(second.output()).toContain(`Open ${second.apiUrl} in a browser to sign in.`);
    await second.stop();
  }, 120_000);
});
