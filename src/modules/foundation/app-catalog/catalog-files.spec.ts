/** 03 §16: what an operator who adds an app hears about a file that is wrong. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { configFile } from '../../../kernel/config/kinds/config-files.js';
import { checkedFiles, readCatalog } from './catalog-files.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cg-catalog-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Gmail under another id and on another host, with these fields of `oauth.refresh` changed. */
function readWith(refresh: object | null): ReturnType<typeof readCatalog> {
  const app = JSON.parse(readFileSync(configFile('apps/gmail.json'), 'utf8'));
  const host = 'api.own.test';
  Object.assign(app, { id: 'own', hosts: [{ ...app.hosts[0], host, match: 'exact' }], tools: [] });
  for (const place of ['listOrder', 'detectOrder']) delete app[place];
  const { oauth } = app.connection;
  oauth.refresh = refresh === null ? null : { ...oauth.refresh, ...refresh };
  writeFileSync(join(folder, 'own.json'), JSON.stringify(app));
  return readCatalog(folder);
}

describe('an app that is shipped', () => {
  it('03 §16 fits the schema, which a start does not ask', () => {
    const files = checkedFiles(configFile('apps'));
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ faults }) => faults)).toEqual([]);
  });
});

describe('oauth.refresh.env of an app of the operator', () => {
  it.each([
    ['two variables', { env: ['OWN_CLIENT_ID', 'OWN_CLIENT_SECRET'] }],
    ['null, where the operator has no client', { env: null }],
    ['no refresh at all', null],
  ])('03 §16 is taken: %s', (_name, refresh) => {
    expect(readWith(refresh).some(({ id }) => id === 'own')).toBe(true);
  });

  it.each([
    ['left out', { env: undefined }, `/connection/oauth/refresh must have required property 'env'`],
    [
      'one name',
      { env: ['OWN_CLIENT_ID'] },
      '/connection/oauth/refresh/env must NOT have fewer than 2 items',
    ],
    [
      'as clientConfig has it',
      { env: { clientId: 'A', clientSecret: 'B' } },
      '/connection/oauth/refresh/env must be array',
    ],
    ['no name of a variable', { env: ['a b', 'B'] }, '/connection/oauth/refresh/env/0 must match pattern'],
  ])('03 §16 is refused, and what is missing is said: %s', (_name, refresh, fault) => {
    const read = () => readWith(refresh);
    expect(read).toThrow(`own.json: ${fault}`);
    expect(read).not.toThrow('must be null');
  });
});

it('a folder of the operator that is not there is told by its setting, without what stands in it (R68)', () => {
  expect(() => readCatalog('/no/such-folder-hunter2')).toThrow(
    /^The configuration is not usable:\n {2}- APP_CATALOG_DIR must name a readable folder \(ENOENT\)$/,
  );
});
