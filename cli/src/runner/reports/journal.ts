import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../terminal/answers.js';
import { makeFolder } from '../../keys/folders.js';
import type { ProcessIdentity } from './process-identity.js';
import { type Finish, isId, type TurnEvent } from './work.js';

export interface Batch {
  /** Number of its first event in the attempt. */
  readonly first: number;
  readonly events: readonly TurnEvent[];
}

export interface JournaledRun {
  readonly turnId: string;
  readonly leaseId: string;
  readonly agentId: string;
}

export interface LeftRun {
  readonly run: JournaledRun;
  /** Of the command, where it was started. */
  readonly child: ProcessIdentity | null;
  /** In order. */
  readonly batches: readonly Batch[];
  /** Null where the work was not over. */
  readonly ending: Ending | null;
}

/** How a turn ended, with its last events: it is over with both or with neither. */
export interface Ending {
  readonly batch: Batch;
  readonly report: Finish & { readonly through: number };
}

/**
 * What the server has not acknowledged yet, on disk before it is sent (04 §9.1.2): a folder for each lease with a file for
 * each batch, and the end of the turn. A daemon that comes back hands in what was finished.
 */
export class Journal {
  constructor(private readonly folder: string) {
    makeFolder(folder);
  }

  begin(run: JournaledRun): RunJournal {
    const folder = this.folderOf(run.leaseId);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    const journal = new RunJournal(folder);
    journal.write('run', run);
    return journal;
  }

  of(leaseId: string): RunJournal {
    return new RunJournal(this.folderOf(leaseId));
  }

  /** What an earlier start left. */
  left(): LeftRun[] {
    return readdirSync(this.folder).flatMap((name) => {
      const found = isId(name) ? this.of(name).read() : null;
      if (found === null) rmSync(join(this.folder, name), { recursive: true, force: true });
      return found ?? [];
    });
  }

  private folderOf(leaseId: string): string {
    return join(this.folder, leaseId);
  }
}

/** Of one attempt. */
export class RunJournal {
  constructor(readonly folder: string) {}

  /** Durable when it returns: a turn whose tool ran must not look as if it had not. */
  write(name: string, content: object): void {
    const path = join(this.folder, `${name}.json`);
    const file = openSync(`${path}.tmp`, 'w', 0o600);
    try {
      writeSync(file, JSON.stringify(content));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.tmp`, path);
  }

  add(batch: Batch): void {
    this.write(nameOf(batch), batch);
  }

  acknowledged(batch: Batch): void {
    rmSync(join(this.folder, `${nameOf(batch)}.json`), { force: true });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Null for what no start of a runner leaves. */
  read(): LeftRun | null {
    const run = this.parsed('run.json');
    if (run === null || ![run['turnId'], run['leaseId'], run['agentId']].every(isId)) return null;
    const batches = readdirSync(this.folder)
      .filter((name) => /^\d{10}\.json$/.test(name))
      .sort()
      .map((name) => this.parsed(name));
    return {
      run: run as unknown as JournaledRun,
      child: this.parsed('child.json') as ProcessIdentity | null,
      batches: batches.filter((batch) => batch !== null) as unknown as Batch[],
      ending: this.parsed('ending.json') as Ending | null,
    };
  }

  private parsed(name: string): Readonly<Record<string, unknown>> | null {
    try {
      const value: unknown = JSON.parse(readFileSync(join(this.folder, name), 'utf8'));
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  }
}

function nameOf({ first }: Batch): string {
  return String(first).padStart(10, '0');
}
