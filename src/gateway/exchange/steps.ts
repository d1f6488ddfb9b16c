import type { Refusal } from './results/refusals.js';

/** How a step ends: null, and the request goes on, or the refusal that ends it. */
export type Ended = Refusal | null;

/**
 * A step of 06 §19. What it finds out it writes into the state, for those after it. One that cannot read what it needs
 * throws, which refuses the request.
 */
export interface Step<State> {
  readonly name: string;
  run(state: State): Promise<Ended> | Ended;
}

/**
 * Steps in their order, and the one place that waits for them: a promise, and the turn it takes, would cost more than
 * most steps do (ADR 50). The type of the state says how far a request has come; `reaching` goes on with a further one.
 */
export class Steps<State extends { waited: boolean }> {
  private constructor(private readonly list: readonly Step<State>[]) {}

  static of<State extends { waited: boolean }>(...list: readonly Step<State>[]): Steps<State> {
    return new Steps(list);
  }

  followedBy(next: Steps<State>): Steps<State> {
    return new Steps([...this.list, ...next.list]);
  }

  /** Goes on with steps for which the request must have come so far. */
  reaching<Further extends State>(
    name: string,
    hasCome: (state: State) => state is Further,
    next: Steps<Further>,
  ): Steps<State> {
    const progress: Step<State> = { name, run: (state) => (hasCome(state) ? null : tooEarly(name)) };
    // The step between the two proves what the type says.
    return new Steps([...this.list, progress, ...(next.list as readonly Step<never>[])]);
  }

  except(name: string): Steps<State> {
    const at = this.placeOf(name);
    return new Steps(this.list.toSpliced(at, 1));
  }

  replacing(name: string, step: Step<State>): Steps<State> {
    return new Steps(this.list.with(this.placeOf(name), step));
  }

  before(name: string, step: Step<State>): Steps<State> {
    return new Steps(this.list.toSpliced(this.placeOf(name), 0, step));
  }

  /** Only taken where the request goes on after the named step. */
  after(name: string, step: Step<State>): Steps<State> {
    return new Steps(this.list.toSpliced(this.placeOf(name) + 1, 0, step));
  }

  /** One after the other, until one refuses. Waits only for those that have to wait themselves. */
  run(state: State, from = 0): Promise<Ended> | Ended {
    for (let at = from; at < this.list.length; at += 1) {
      const ended = this.list[at]!.run(state);
      if (ended === null) continue;
      // By what it can do and not by its class, of which a process may have several.
      if (!('then' in ended)) return ended;
      state.waited = true;
      return ended.then((refusal) => refusal ?? this.run(state, at + 1));
    }
    return null;
  }

  private placeOf(name: string): number {
    const at = this.list.findIndex((step) => step.name === name);
    if (at < 0) throw new Error(`No step is called ${name}`);
    return at;
  }
}

function tooEarly(name: string): never {
  throw new Error(`A request has not come as far as '${name}'`);
}
