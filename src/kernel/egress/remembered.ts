import { LRUCache } from 'lru-cache';

/** A provider that just failed is not asked again for every request that anybody makes up. */
const FAILURE_MS = 10_000;

export interface Read<T> {
  value: T;
  milliseconds: number;
}

interface Kept<T> {
  reading: Promise<T>;
  /** When it was last read again before its time; the first, ordinary reading is none (R48). */
  renewedAt: number;
  until: number;
  /** On its way to take the place of this one. */
  renewal?: Promise<T>;
}

/** What was read from providers, for as long as each says; several who want the same wait for one reading. */
export class Remembered<T> {
  private readonly kept: LRUCache<string, Kept<T>>;

  constructor(max: number) {
    this.kept = new LRUCache({ max });
  }

  get(key: string, read: () => Promise<Read<T>>): Promise<T> {
    const known = this.fresh(key);
    if (known !== undefined) return known.reading;
    const entry = begin(read, -Infinity);
    this.kept.set(key, entry);
    return entry.reading;
  }

  /**
   * Reads again before the time is over, at most once in `everyMs`; the old serves everybody else until the new is there,
   * and stays where it cannot be read.
   */
  renewed(key: string, everyMs: number, read: () => Promise<Read<T>>): Promise<T> {
    const known = this.fresh(key);
    if (known === undefined) return this.get(key, read);
    if (Date.now() - known.renewedAt < everyMs) return known.renewal ?? known.reading;
    known.renewedAt = Date.now();
    const entry = begin(read, known.renewedAt);
    known.renewal = entry.reading;
    const replace = (): void => void this.kept.set(key, entry);
    entry.reading.then(replace, () => delete known.renewal);
    return entry.reading;
  }

  private fresh(key: string): Kept<T> | undefined {
    const known = this.kept.get(key);
    return known !== undefined && Date.now() < known.until ? known : undefined;
  }
}

function begin<T>(read: () => Promise<Read<T>>, renewedAt: number): Kept<T> {
  const entry: Kept<T> = {
    renewedAt,
    until: Infinity,
    reading: read().then(
      ({ value, milliseconds }) => {
        entry.until = Date.now() + milliseconds;
        return value;
      },
      (error: unknown) => {
        entry.until = Date.now() + FAILURE_MS;
        throw error;
      },
    ),
  };
  return entry;
}
