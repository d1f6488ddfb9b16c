import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../kernel/config/folders.js';
import type { AuthorityFiles } from './certificate-authority.js';
import { CertificateAuthorityError, type CertificatePair } from './certificate-issuer.js';

const OWNER_ONLY = 0o600;
const READABLE = 0o644;

/** `DATA_DIR/gateway/ca.key` and `ca.pem`, the key readable by its owner only (06 §7.2). */
export class AuthorityDirectory implements AuthorityFiles {
  private readonly directory: string;

  constructor(dataDir: string) {
    this.directory = join(dataDir, 'gateway');
  }

  async read(): Promise<CertificatePair | null> {
    const [keyPem, certificatePem] = await Promise.all([this.readOne('ca.key'), this.readOne('ca.pem')]);
    if (keyPem === null && certificatePem === null) return null;
    if (keyPem === null || certificatePem === null) {
      throw new CertificateAuthorityError('DATA_DIR/gateway must hold both ca.key and ca.pem, or neither');
    }
    return { keyPem, certificatePem };
  }

  async write(pair: CertificatePair): Promise<boolean> {
    try {
      makeFolder(this.directory);
      await this.writeOne('ca.key', pair.keyPem, OWNER_ONLY);
      await this.writeOne('ca.pem', pair.certificatePem, READABLE);
      return true;
    } catch {
      return false;
    }
  }

  private async readOne(name: string): Promise<string | null> {
    try {
      return await readFile(join(this.directory, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Written aside and renamed, so that a crash never leaves half a key behind. */
  private async writeOne(name: string, content: string, mode: number): Promise<void> {
    const path = join(this.directory, name);
    const aside = `${path}.${process.pid}.new`;
    await writeFile(aside, content, { mode });
    await chmod(aside, mode);
    await rename(aside, path);
  }
}
