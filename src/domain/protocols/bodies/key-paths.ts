/** A place in a body that somebody asks about: reached from the root by names, in any letter case. */
export interface KeyStep {
  /** Names from the root; the root itself has none. */
  readonly depth: number;
  /** Somebody asks about the values here, not only further down. */
  asked: boolean;
  /** By folded name. */
  readonly next: Map<string, KeyStep>;
}

/** One dotted key (02 §6.8.3) and the steps it goes through. */
export interface BodyKey {
  /** As it is written in the rule. */
  readonly dotted: string;
  readonly names: readonly string[];
  /** `steps[i]` is where `names[i]` leads to. */
  readonly steps: readonly KeyStep[];
}

/**
 * All keys that the rules of one set ask about, so that a body is read once for all of them: what a body costs must
 * not grow with the number of rules. Rules that are compiled later add theirs.
 */
export class KeyPaths {
  readonly root: KeyStep = newStep(0);
  private readonly written: string[] = [];

  /** How many places are asked about. */
  get asked(): number {
    return this.written.length;
  }

  /** One key for each of these places. */
  get dotted(): readonly string[] {
    return this.written;
  }

  add(dotted: string): BodyKey {
    const names = dotted.split('.');
    const steps: KeyStep[] = [];
    let step = this.root;
    for (const name of names) {
      const folded = foldName(name);
      const known = step.next.get(folded) ?? newStep(step.depth + 1);
      step.next.set(folded, known);
      step = known;
      steps.push(step);
    }
    if (!step.asked) this.written.push(dotted);
    step.asked = true;
    return { dotted, names, steps };
  }
}

function newStep(depth: number): KeyStep {
  return { depth, asked: false, next: new Map() };
}

/** Where a member of that name leads from `from`; null when nobody asks. Some readers take `a.b` for a path too. */
export function stepTo(from: KeyStep, name: string): KeyStep | null {
  if (from.next.size === 0) return null;
  const folded = foldName(name);
  const direct = from.next.get(folded);
  if (direct !== undefined || !folded.includes('.')) return direct ?? null;
  let step: KeyStep | undefined = from;
  for (let at = 0; step !== undefined && at <= folded.length;) {
    const dot = folded.indexOf('.', at);
    const end = dot < 0 ? folded.length : dot;
    step = step.next.get(folded.slice(at, end));
    at = end + 1;
  }
  return step ?? null;
}

/**
 * Equal for names that some reader takes for the same. Go's `encoding/json` folds beyond ASCII (the long s is an
 * `s`, the Kelvin sign a `k`), so both directions of the mapping are applied.
 */
export function foldName(name: string): string {
  return NOT_ASCII.test(name) ? name.toUpperCase().toLowerCase() : name.toLowerCase();
}

// eslint-disable-next-line no-control-regex -- the range is what ASCII is
const NOT_ASCII = /[^\u0000-\u007f]/;
