interface Load<T> {
  readonly result: Promise<T>;
  /** For those who ask while it is under way. */
  next: Promise<T> | null;
}

/**
 * Loads what many ask for at once: one load of a key at a time. A caller that asks while one is under way shares the next
 * one with others who wait, so what it gets was read after it asked. Nothing is remembered once a load is over.
 */
export class CoalescedLoads<T> {
  private readonly underWay = new Map<string, Load<T>>();

  constructor(private readonly load: (key: string) => Promise<T>) {}

  /** Rejects with what the load throws; the others' loads go on. */
  get(key: string): Promise<T> {
    const current = this.underWay.get(key);
    if (current === undefined) return this.start(key);
    current.next ??= current.result.then(
      () => this.start(key),
      () => this.start(key),
    );
    return current.next;
  }

  private start(key: string): Promise<T> {
    const load: Load<T> = { result: this.load(key), next: null };
    this.underWay.set(key, load);
    const settle = (): void => {
      if (load.next === null) this.underWay.delete(key);
    };
    load.result.then(settle, settle);
    return load.result;
  }
}
