import {
  generateAuthority,
  openAuthority,
  type CertificateIssuer,
  type CertificatePair,
} from './certificate-issuer.js';

/** Where the shared authority of a deployment is kept (06 §7.2). */
export interface AuthorityRecords {
  load(): Promise<CertificatePair | null>;
  /** Stores the candidate unless one is stored already; answers what is stored. First writer wins. */
  keepFirst(candidate: CertificatePair): Promise<CertificatePair>;
}

/** The mirror in `DATA_DIR/gateway` (06 §7.1b). `write` answers false where the directory is read-only. */
export interface AuthorityFiles {
  read(): Promise<CertificatePair | null>;
  write(pair: CertificatePair): Promise<boolean>;
}

export interface AuthoritySources {
  supplied: CertificatePair | null;
  files: AuthorityFiles;
  records: AuthorityRecords;
  warn: (message: string) => void;
}

/**
 * The deployment's certificate authority. `start` loads it in the source order of 06 §7.1; until then
 * `certificatePem` is null and the download answers 503.
 */
export class CertificateAuthority {
  private current: CertificateIssuer | null = null;
  private starting: Promise<void> | null = null;

  constructor(private readonly sources: AuthoritySources) {}

  /** Idempotent; rejects when the chosen pair is not usable. */
  start(): Promise<void> {
    this.starting ??= this.load();
    return this.starting;
  }

  certificatePem(): string | null {
    return this.current?.certificatePem ?? null;
  }

  issuer(): CertificateIssuer | null {
    return this.current;
  }

  private async load(): Promise<void> {
    this.current = await openAuthority(await this.choose());
  }

  private async choose(): Promise<CertificatePair> {
    const { supplied, files, records, warn } = this.sources;
    if (supplied) return supplied;
    const onDisk = await files.read();
    if (onDisk) {
      await openAuthority(onDisk);
      await this.importFiles(onDisk);
      return onDisk;
    }
    const pair = (await records.load()) ?? (await records.keepFirst(await generateAuthority()));
    if (!(await files.write(pair))) warn('The certificate authority could not be mirrored to DATA_DIR');
    return pair;
  }

  /** The public certificate must not change across restarts, so the files stay in force either way. */
  private async importFiles(onDisk: CertificatePair): Promise<void> {
    try {
      const kept = await this.sources.records.keepFirst(onDisk);
      if (kept.certificatePem.trim() !== onDisk.certificatePem.trim()) {
        this.sources.warn(
          'The certificate authority on disk differs from the stored one; the files are used',
        );
      }
    } catch {
      this.sources.warn('The certificate authority on disk could not be imported into the database');
    }
  }
}
