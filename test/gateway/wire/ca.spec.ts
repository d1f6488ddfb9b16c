import 'reflect-metadata';
import { createHash, generateKeyPairSync, webcrypto, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readFile, stat, writeFile, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LeafCache } from '../../../src/gateway/ca/leaf-cache.js';
import { AuthorityDirectory } from '../../../src/modules/foundation/certificate-authority/authority-files.js';
import {
  CertificateAuthority,
  type AuthorityRecords,
} from '../../../src/modules/foundation/certificate-authority/certificate-authority.js';
import {
  generateAuthority,
  openAuthority,
  type CertificatePair,
} from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';

/** The one row, with the lock that makes the first writer win. */
class OneRow implements AuthorityRecords {
  stored: CertificatePair | null = null;

  async load(): Promise<CertificatePair | null> {
    return this.stored;
  }

  async keepFirst(candidate: CertificatePair): Promise<CertificatePair> {
    await new Promise((resolve) => setImmediate(resolve));
    this.stored ??= candidate;
    return this.stored;
  }
}

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'cg-ca-'));
  folders.push(path);
  return path;
}

function authority(
  records: AuthorityRecords,
  dataDir: string,
  supplied: CertificatePair | null = null,
  warnings: string[] = [],
): CertificateAuthority {
  return new CertificateAuthority({
    supplied,
    files: new AuthorityDirectory(dataDir),
    records,
    warn: (message) => warnings.push(message),
  });
}

/** An operator's own authority, which needs not look like ours. */
async function operatorPair(kind: 'rsa' | 'rsa1024' | 'ec384', isAuthority = true): Promise<CertificatePair> {
  const { privateKey, publicKey } =
    kind === 'ec384'
      ? generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
      : generateKeyPairSync('rsa', { modulusLength: kind === 'rsa' ? 2048 : 1024 });
  const algorithm =
    kind === 'ec384'
      ? { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  x509.cryptoProvider.set(webcrypto);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Corp Root, O=Corp',
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + 30 * 86_400_000),
    keys: {
      privateKey: privateKey.toCryptoKey(algorithm, false, ['sign']),
      publicKey: publicKey.toCryptoKey(algorithm, true, ['verify']),
    },
    extensions: [new x509.BasicConstraintsExtension(isAuthority, undefined, true)],
  });
  return {
    certificatePem: `${certificate.toString('pem')}\n`,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

describe('the authority', () => {
  it('06-7.3 is an ECDSA P-256 certificate of ten years that may sign leaves and nothing below', async () => {
    const { certificatePem, keyPem } = await generateAuthority();
    const certificate = new X509Certificate(certificatePem);
    expect(certificate.subject).toBe('CN=Credential Gateway Local CA\nO=Credential Gateway');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.ca).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000;
    expect(Math.round(days)).toBe(3650);
    const parsed = new x509.X509Certificate(certificatePem);
    const constraints = parsed.getExtension(x509.BasicConstraintsExtension)!;
    expect([constraints.ca, constraints.pathLength, constraints.critical]).toEqual([true, 0, true]);
    const { keyCertSign, cRLSign } = x509.KeyUsageFlags;
    expect(parsed.getExtension(x509.KeyUsagesExtension)!.usages).toBe(keyCertSign | cRLSign);
    expect(keyPem).toContain('BEGIN PRIVATE KEY');
  });

  it('06-T16, 06-4 stays the same across restarts, from the files as from the row', async () => {
    const [row, dataDir] = [new OneRow(), await folder()];
    const first = authority(row, dataDir);
    expect(first.certificatePem()).toBeNull();
    await first.start();
    const again = authority(row, dataDir);
    const elsewhere = authority(row, await folder());
    await Promise.all([again.start(), elsewhere.start()]);
    expect(again.certificatePem()).toBe(first.certificatePem());
    expect(elsewhere.certificatePem()).toBe(first.certificatePem());
  });

  it('06-T17 two replicas that start on a fresh database agree', async () => {
    const row = new OneRow();
    const replicas = [authority(row, await folder()), authority(row, await folder())];
    await Promise.all(replicas.map((replica) => replica.start()));
    expect(replicas[0]!.certificatePem()).toBe(replicas[1]!.certificatePem());
  });

  it('06-7.2 is mirrored to DATA_DIR, the key for its owner only, and found files are imported', async () => {
    const [row, dataDir] = [new OneRow(), await folder()];
    await authority(row, dataDir).start();
    const key = join(dataDir, 'gateway', 'ca.key');
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(await readFile(key, 'utf8')).toBe(row.stored!.keyPem);
    const emptyRow = new OneRow();
    await authority(emptyRow, dataDir).start();
    expect(emptyRow.stored).toEqual(row.stored);
  });

  it('warns and goes on when DATA_DIR cannot be written', async () => {
    const dataDir = await folder();
    await writeFile(join(dataDir, 'gateway'), 'a file where the folder should be');
    await chmod(join(dataDir, 'gateway'), 0o600);
    const warnings: string[] = [];
    const files = {
      read: async () => null,
      write: (pair: CertificatePair) => new AuthorityDirectory(dataDir).write(pair),
    };
    const subject = new CertificateAuthority({
      supplied: null,
      files,
      records: new OneRow(),
      warn: (text) => warnings.push(text),
    });
    await subject.start();
    expect(subject.certificatePem()).not.toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it('half a pair on disk stops the start', async () => {
    const dataDir = await folder();
    await mkdir(join(dataDir, 'gateway'));
    await writeFile(join(dataDir, 'gateway', 'ca.pem'), (await generateAuthority()).certificatePem);
    await expect(authority(new OneRow(), dataDir).start()).rejects.toThrow(/both/);
  });

  it.each(['rsa', 'ec384'] as const)(
    '06-7.4 takes an operator authority (%s), which wins over files and row',
    async (kind) => {
      const [row, dataDir] = [new OneRow(), await folder()];
      await authority(row, dataDir).start();
      const supplied = await operatorPair(kind);
      const subject = authority(row, dataDir, supplied);
      await subject.start();
      expect(subject.certificatePem()).toBe(supplied.certificatePem);
      const leaf = await subject.issuer()!.issueLeaf('api.example.com');
      const [certificate, root] = [
        new X509Certificate(leaf.chainPem),
        new X509Certificate(supplied.certificatePem),
      ];
      expect(certificate.issuer).toBe('CN=Corp Root\nO=Corp');
      expect(certificate.checkIssued(root)).toBe(true);
      expect(certificate.verify(root.publicKey)).toBe(true);
    },
  );

  it('06-7.4 refuses a weak key, a foreign key, a certificate that is no authority, and garbage, without quoting the key', async () => {
    const [good, other] = [await operatorPair('rsa'), await operatorPair('rsa')];
    await expect(openAuthority(await operatorPair('rsa1024'))).rejects.toThrow(/2048/);
    await expect(openAuthority({ ...good, keyPem: other.keyPem })).rejects.toThrow(/does not match/);
    await expect(openAuthority(await operatorPair('rsa', false))).rejects.toThrow(
      /not a certificate authority/,
    );
    await expect(openAuthority({ ...good, keyPem: 'secret-key-text' })).rejects.toThrow(
      /^(?!.*secret-key-text).*$/,
    );
    await expect(openAuthority({ ...good, certificatePem: 'x' })).rejects.toThrow(/not PEM/);
  });
});

describe('leaves', () => {
  it('06-7.5 name one host, for 24 hours, with server authentication only', async () => {
    const issuer = await openAuthority(await generateAuthority());
    const leaf = await issuer.issueLeaf('api.example.com');
    const certificate = new X509Certificate(leaf.chainPem);
    const root = new X509Certificate(issuer.certificatePem);
    expect(certificate.subject).toBe('CN=api.example.com');
    expect(certificate.subjectAltName).toBe('DNS:api.example.com');
    expect(certificate.ca).toBe(false);
    expect(certificate.verify(root.publicKey)).toBe(true);
    expect(certificate.checkIssued(root)).toBe(true);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    const parsed = new x509.X509Certificate(leaf.chainPem);
    expect(parsed.getExtension(x509.KeyUsagesExtension)!.usages).toBe(x509.KeyUsageFlags.digitalSignature);
    expect(parsed.getExtension(x509.AuthorityKeyIdentifierExtension)!.keyId).toBe(
      new x509.X509Certificate(issuer.certificatePem).getExtension(x509.SubjectKeyIdentifierExtension)!.keyId,
    );
    const validity = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
    expect(validity).toBe((24 * 60 + 5) * 60_000);
    expect(leaf.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    const second = new X509Certificate((await issuer.issueLeaf('api.example.com')).chainPem);
    expect(second.serialNumber).not.toBe(certificate.serialNumber);
    expect(digest(second)).not.toBe(digest(certificate));
  });

  it('06-7.5 leave out a common name that is too long and name addresses as such', async () => {
    const issuer = await openAuthority(await generateAuthority());
    const long = `${'a'.repeat(60)}.example.com`;
    const certificate = new X509Certificate((await issuer.issueLeaf(long)).chainPem);
    expect([certificate.subject ?? '', certificate.subjectAltName]).toEqual(['', `DNS:${long}`]);
    expect(new X509Certificate((await issuer.issueLeaf('2001:db8::1')).chainPem).subjectAltName).toBe(
      'IP Address:2001:DB8:0:0:0:0:0:1',
    );
  });

  it('06-7.6 are cached, made once for concurrent asks, bounded, and replaced in their last hour', async () => {
    const issuer = await openAuthority(await generateAuthority());
    let now = Date.now();
    let made = 0;
    const counting = Object.create(issuer) as typeof issuer;
    counting.issueLeaf = (host, at) => {
      made += 1;
      return issuer.issueLeaf(host, at);
    };
    const cache = new LeafCache(() => counting, { clock: () => now, capacity: 2 });
    const [one, two] = await Promise.all([
      cache.contextFor('a.test', 'agent'),
      cache.contextFor('a.test', 'agent'),
    ]);
    expect(one).toBe(two);
    expect(await cache.contextFor('a.test', 'agent')).toBe(one);
    expect(made).toBe(1);
    now += 23.5 * 3_600_000;
    expect(await cache.contextFor('a.test', 'agent')).not.toBe(one);
    await cache.contextFor('b.test', 'agent');
    await cache.contextFor('c.test', 'agent');
    expect(cache.size).toBe(2);
    expect(made).toBe(4);
  });

  it('are let go after a minute when nobody used them twice, else a quarter of an hour after the last use', async () => {
    const issuer = await openAuthority(await generateAuthority());
    const start = Date.now();
    let passed = 0;
    const cache = new LeafCache(() => issuer, { clock: () => start + passed });
    const [invented, real] = [
      await cache.contextFor('invented.test', 'agent'),
      await cache.contextFor('real.test', 'agent'),
    ];
    expect(await cache.contextFor('real.test', 'agent')).toBe(real);
    passed = 61_000;
    expect(await cache.contextFor('invented.test', 'agent')).not.toBe(invented);
    passed = 890_000;
    expect(await cache.contextFor('real.test', 'agent')).toBe(real);
    passed = 1_700_000;
    expect(await cache.contextFor('real.test', 'agent')).toBe(real);
    passed = 2_601_000;
    expect(await cache.contextFor('real.test', 'agent')).not.toBe(real);
  });

  it('are signed once for ten thousand hosts, however often those take turns, and their memory is bounded', async () => {
    const issuer = await openAuthority(await generateAuthority());
    // One of them for all: what is counted is who signs.
    const leaf = await issuer.issueLeaf('any.test');
    let signed = 0;
    const counting = Object.assign(Object.create(issuer), {
      issueLeaf: () => {
        signed += 1;
        return Promise.resolve(leaf);
      },
    }) as typeof issuer;
    const limits = { burst: 20_000, perSecond: 1, parallel: 2 };
    const cache = new LeafCache(() => counting, { limits });
    const meet = async (hosts: number) => {
      for (let at = 0; at < hosts; at++) await cache.contextFor(`host-${at}.test`, 'agent');
    };
    await meet(10_000);
    expect([signed, cache.size]).toEqual([10_000, 1_000]);
    // Their contexts went long ago.
    await meet(1_000);
    expect([signed, cache.size]).toEqual([10_000, 1_000]);
    // The least recently used one goes.
    for (const host of ['one-more.test', 'host-0.test', 'host-1000.test'])
      await cache.contextFor(host, 'agent');
    expect([signed, cache.size]).toEqual([10_002, 1_000]);
  }, 60_000);

  it('that are kept need no turn of the agent', async () => {
    const issuer = await openAuthority(await generateAuthority());
    const cache = new LeafCache(() => issuer, { limits: { burst: 2, perSecond: 0.001 }, capacity: 1 });
    const first = await cache.contextFor('one.test', 'agent');
    await cache.contextFor('two.test', 'agent');
    const again = cache.contextFor('one.test', 'agent');
    expect([again instanceof Promise, again === first]).toEqual([false, false]);
  });

  it('are limited for an agent that invents names, and nobody waits for a name in its queue', async () => {
    const issuer = await openAuthority(await generateAuthority());
    const counted: string[] = [];
    const limits = { burst: 2, perSecond: 1, waiting: 3, patienceMs: 60_000 };
    const cache = new LeafCache(() => issuer, { limits, counted: (outcome) => counted.push(outcome) });
    const storm = Array.from({ length: 8 }, (_one, at) => cache.contextFor(`invented-${at}.test`, 'storm'));
    expect(await Promise.all([storm[5], storm[6], storm[7]])).toEqual([null, null, null]);
    expect(await cache.contextFor('invented-4.test', 'calm')).not.toBeNull();
    expect(counted.filter((outcome) => outcome === 'refused')).toHaveLength(3);
  });
});

function digest(certificate: X509Certificate): string {
  return createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
