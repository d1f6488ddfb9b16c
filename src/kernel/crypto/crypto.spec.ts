import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loadConfiguration } from '../config/load-configuration.js';
import { DeploymentKeys } from './deployment-keys.js';
import { forgetPreviousKeys, readKeyRing, replaceGeneratedKey } from './generated-keys.js';
import { type MarkedCall, ModelCallMarks } from './model-call-marks.js';
import { readOrCreate } from './once-file.js';
import { type SealedPlace, SecretBox, UndecryptableError } from './secret-box.js';
import { equalSecrets, mintToken, newId16, sha256, tokenFamily, type TokenFamily } from './tokens.js';

const SESSION_SECRET = 'session-secret-of-at-least-32-bytes';
const newKey = (): string => randomBytes(32).toString('base64');

function boxOf(key: string, previous: string[] = []): SecretBox {
  const configuration = loadConfiguration({
    SECRET_ENCRYPTION_KEY: key,
    SECRET_ENCRYPTION_KEYS_PREVIOUS: previous.join(','),
    SESSION_SECRET,
  });
  return new SecretBox(new DeploymentKeys(configuration));
}

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UndecryptableError) return error.reason;
    throw error;
  }
  return 'opened';
}

const PLACE = 'secrets:a' as SealedPlace;

describe('SecretBox', () => {
  const box = boxOf(newKey());

  it('opens what it sealed, whatever the text and the place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (value, id) => {
        const place = `secrets:${id}` as SealedPlace;
        expect(box.open(box.seal(value, place), place)).toBe(value);
      }),
    );
  });

  it('writes v1, a key id, a 12-byte nonce of its own for each write and a 16-byte tag', () => {
    const [one, other] = [box.seal('', PLACE), box.seal('', PLACE)];
    const [version, keyId, nonce, sealed] = one.split('.');
    expect(version).toBe('v1');
    expect(keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(Buffer.from(nonce ?? '', 'base64url')).toHaveLength(12);
    expect(Buffer.from(sealed ?? '', 'base64url')).toHaveLength(16);
    expect(other.split('.')[2]).not.toBe(nonce);
  });

  it('does not open a ciphertext that was moved to another row', () => {
    const envelope = box.seal('sk-live', PLACE);
    expect(reasonOf(() => box.open(envelope, 'secrets:b'))).toBe('altered or bound elsewhere');
  });

  it('does not open a ciphertext of which any one bit was changed', () => {
    const envelope = box.seal('sk-live', PLACE);
    const [version, keyId, nonce = '', sealed = ''] = envelope.split('.');
    const parts = { nonce: Buffer.from(nonce, 'base64url'), sealed: Buffer.from(sealed, 'base64url') };
    for (const part of ['nonce', 'sealed'] as const) {
      for (let bit = 0; bit < parts[part].length * 8; bit++) {
        const altered = { nonce: Buffer.from(parts.nonce), sealed: Buffer.from(parts.sealed) };
        altered[part][bit >> 3]! ^= 1 << (bit & 7);
        const text = [
          version,
          keyId,
          altered.nonce.toString('base64url'),
          altered.sealed.toString('base64url'),
        ];
        expect(reasonOf(() => box.open(text.join('.'), 'secrets:a'))).toBe('altered or bound elsewhere');
      }
    }
  });

  it('refuses a shortened tag and texts that are no envelopes', () => {
    const envelope = box.seal('', PLACE);
    for (const text of [
      '',
      'sk-live',
      envelope.slice(0, -6),
      envelope.replace('v1', 'v2'),
      `${envelope}.x`,
      `${envelope}\n`,
    ]) {
      expect(reasonOf(() => box.open(text, 'secrets:a'))).toBe('malformed');
    }
  });

  it('opens with a previous key and seals with the current one, whose id the envelope names', () => {
    const [oldKey, currentKey] = [newKey(), newKey()];
    const written = boxOf(oldKey).seal('sk-live', PLACE);
    const rotating = boxOf(currentKey, [oldKey]);
    expect(rotating.open(written, 'secrets:a')).toBe('sk-live');
    expect(written).not.toContain(rotating.currentKeyId);
    const rewritten = rotating.reencrypt(written, 'secrets:a');
    expect(rewritten).toContain(`v1.${rotating.currentKeyId}.`);
    expect(boxOf(currentKey).open(rewritten, 'secrets:a')).toBe('sk-live');
    expect(reasonOf(() => boxOf(currentKey).open(written, 'secrets:a'))).toBe('unknown key');
  });

  it('refuses to seal a value that belongs nowhere', () => {
    expect(() => box.seal('x', '' as SealedPlace)).toThrow(TypeError);
  });
});

describe('tokens', () => {
  const forms: [TokenFamily, RegExp][] = [
    ['workspace', /^oc_[0-9a-f]{64}$/],
    ['organization', /^oc_org_[0-9a-f]{64}$/],
    ['partner', /^oc_partner_[0-9a-f]{64}$/],
    ['scim', /^oc_scim_[0-9a-f]{48}$/],
    ['agent', /^aoc_[0-9a-f]{64}$/],
    ['runner', /^rnr_[0-9a-f]{64}$/],
    ['channel-adapter', /^cha_[0-9a-f]{64}$/],
  ];

  it.each(forms)('a %s token has its form and is recognised', (family, form) => {
    const token = mintToken(family);
    expect(token).toMatch(form);
    expect(tokenFamily(token)).toBe(family);
    expect(tokenFamily(token.slice(0, -1))).toBeNull();
    expect(tokenFamily(`${token}\n`)).toBeNull();
    expect(tokenFamily(token.toUpperCase())).toBeNull();
    expect(mintToken(family)).not.toBe(token);
  });

  it('ids are 16 lowercase letters and every letter occurs', () => {
    const ids = Array.from({ length: 500 }, newId16);
    for (const id of ids) expect(id).toMatch(/^[a-z]{16}$/);
    expect(new Set(ids.join('')).size).toBe(26);
    expect(new Set(ids).size).toBe(500);
  });

  it('hashes to 32 bytes and compares secrets of any length', () => {
    expect(sha256('abc').toString('hex')).toMatch(/^ba7816bf/);
    expect(equalSecrets('abc', 'abc')).toBe(true);
    expect(equalSecrets('abc', 'abcd')).toBe(false);
  });
});

describe('DeploymentKeys', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'keys-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const load = (env: NodeJS.ProcessEnv = {}): DeploymentKeys =>
    new DeploymentKeys(loadConfiguration({ DATA_DIR: join(dataDir, 'deep', 'data'), ...env }));

  it('generates both keys once, readable by the owner only, and leaves nothing else behind', () => {
    const first = load();
    const again = load();
    expect(again.encryptionKey.equals(first.encryptionKey)).toBe(true);
    expect(again.sessionSecret).toBe(first.sessionSecret);
    expect(first.encryptionKey).toHaveLength(32);
    expect(readdirSync(join(dataDir, 'deep', 'data')).sort()).toEqual([
      'secret-encryption-key',
      'session-secret',
    ]);
    for (const file of first.generatedFiles) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes no file for keys that are given', () => {
    const keys = load({ SECRET_ENCRYPTION_KEY: newKey(), SESSION_SECRET });
    expect(keys.sessionSecret).toBe(SESSION_SECRET);
    expect(keys.generatedFiles).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('keeps no session secret on Cloud', () => {
    const keys = load({ EDITION: 'cloud' });
    expect(keys.generatedFiles).toEqual([join(dataDir, 'deep', 'data', 'secret-encryption-key')]);
    expect(load({ EDITION: 'cloud' }).sessionSecret).not.toBe(keys.sessionSecret);
  });

  it('stops on a damaged key file, without printing it, rather than orphan what it encrypted', () => {
    writeFileSync(join(dataDir, 'secret-encryption-key'), 'bm90IGVub3VnaA==');
    expect(() => load({ DATA_DIR: dataDir })).toThrow(
      /secret-encryption-key is damaged: it must be exactly 32 bytes/,
    );
    expect(() => load({ DATA_DIR: dataDir })).not.toThrow(/bm90/);
  });

  it('replaces a generated key and keeps every earlier one readable, newest first', () => {
    const opening = (keys: DeploymentKeys, envelope: string) =>
      new SecretBox(keys).open(envelope, 'secrets:a');
    const sealed: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const keys = load({ DATA_DIR: dataDir });
      sealed.push(new SecretBox(keys).seal(`value ${turn}`, PLACE));
      replaceGeneratedKey(dataDir);
    }
    const keys = load({ DATA_DIR: dataDir });
    expect(sealed.map((envelope) => opening(keys, envelope))).toEqual(['value 0', 'value 1', 'value 2']);
    expect(keys.previousKeys).toHaveLength(3);
    expect(readKeyRing(loadConfiguration({ DATA_DIR: dataDir }))).toEqual({
      encryptionKey: keys.encryptionKey,
      previousKeys: keys.previousKeys,
    });
    expect(readdirSync(dataDir).sort()).toEqual([
      'secret-encryption-key',
      'secret-encryption-keys-previous',
      'session-secret',
    ]);
    forgetPreviousKeys(dataDir);
    expect(load({ DATA_DIR: dataDir }).previousKeys).toEqual([]);
  });

  it('has no key ring where no key is, and makes none by looking', () => {
    expect(readKeyRing(loadConfiguration({ DATA_DIR: dataDir }))).toBeNull();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('stops on a damaged file of previous keys', () => {
    writeFileSync(join(dataDir, 'secret-encryption-keys-previous'), 'bm90IGVub3VnaA==');
    expect(() => load({ DATA_DIR: dataDir })).toThrow(/secret-encryption-keys-previous is damaged/);
  });

  it('lets the first of several writers win', () => {
    const path = join(dataDir, 'key');
    const late = readOrCreate(path, () => {
      expect(readOrCreate(path, () => 'first')).toBe('first');
      return 'second';
    });
    expect(late).toBe('first');
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(dataDir)).toEqual(['key']);
  });
});

describe('marks of model calls', () => {
  const call: MarkedCall = {
    tokenHash: Buffer.alloc(32, 1),
    method: 'POST',
    scheme: 'http',
    host: 'llm.test',
    port: 80,
    target: '/v1/chat/completions',
  };
  const under = (current: number, ...previous: number[]) => {
    const [encryptionKey, ...previousKeys] = [current, ...previous].map((byte) => Buffer.alloc(32, byte));
    return new ModelCallMarks({ encryptionKey: encryptionKey!, previousKeys } as unknown as DeploymentKeys);
  };

  it('are good for one request of one agent, for a minute', () => {
    const marks = under(1);
    const mark = marks.make(call, 5_000_000_000_500);
    expect(marks.isGenuine(mark, call, 5_000_000_000_500)).toBe(true);
    expect(marks.isGenuine(mark, call, 5_000_000_059_999)).toBe(true);
    expect(marks.isGenuine(mark, call, 5_000_000_060_000)).toBe(false);
    const others: Partial<MarkedCall>[] = [
      { tokenHash: Buffer.alloc(32, 2) },
      { method: 'GET' },
      { scheme: 'https' },
      { host: 'llm.test2' },
      { port: 8 },
      { target: '/v1/models' },
    ];
    for (const other of others)
      expect([other, marks.isGenuine(mark, { ...call, ...other }, 5_000_000_000_500)]).toEqual([
        other,
        false,
      ]);
  });

  it('are good under the keys of this deployment, also while the key changes', () => {
    const mark = under(1).make(call);
    expect(under(2, 1).isGenuine(mark, call)).toBe(true);
    expect(under(2).isGenuine(mark, call)).toBe(false);
  });

  it.each(['', '.', '5000000000.', '99999999999.x', '9'.repeat(99_999)])('are not this: %.20s', (text) => {
    expect(under(1).isGenuine(text, call)).toBe(false);
  });
});
