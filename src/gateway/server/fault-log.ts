/** A fault of one kind is told in full so often at most; an outage makes thousands of it in a second. */
const TOLD_EVERY_MS = 10_000;
/** Kinds that are known apart; the texts of faults are not ours alone. */
const MAX_KINDS = 100;

interface Kind {
  toldAt: number;
  untold: number;
}

/**
 * What is said of faults that became a 502: each kind at once, after that with how often it came since. Without it
 * the log of a gateway whose database is away grows by the traffic it refuses.
 */
export class FaultLog {
  private readonly kinds = new Map<string, Kind>();

  constructor(
    private readonly tell: (fault: Error, more: { repeated: number }) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  note(error: unknown): void {
    const fault = error instanceof Error ? error : new Error('Gateway fault');
    const kind = this.kindOf(fault);
    const now = this.now();
    if (now - kind.toldAt < TOLD_EVERY_MS) return void (kind.untold += 1);
    this.tell(fault, { repeated: kind.untold });
    kind.toldAt = now;
    kind.untold = 0;
  }

  private kindOf({ name, message }: Error): Kind {
    const key = `${name} ${message}`;
    const known = this.kinds.get(key);
    if (known !== undefined) return known;
    const oldest = this.kinds.size >= MAX_KINDS ? this.kinds.keys().next().value : undefined;
    if (oldest !== undefined) this.kinds.delete(oldest);
    const kind = { toldAt: -Infinity, untold: 0 };
    this.kinds.set(key, kind);
    return kind;
  }
}
