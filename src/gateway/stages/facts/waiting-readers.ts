/** Whose request it is. */
export interface Reader {
  readonly organizationId: string;
  readonly agentId: string;
}

export interface BodyToRead {
  /** Bytes. */
  readonly size: number;
  /** Reads on until time is over; true once it is through. */
  readonly goOn: (isOver: () => boolean) => boolean;
}

export interface WaitingReader extends BodyToRead {
  readonly reader: Reader;
  /** What is made of it may be kept until its next turn. */
  seated: boolean;
}

/** Bodies with a place: what is made of one can be twenty times its size. */
const PLACES = 8;
/** Of these for one organization, whatever others do; the last one only where it has none (R62). */
const PLACES_EACH = 4;
/** What is made of smaller ones is no matter. */
const SMALL_BYTES = 16_384;

/**
 * Who is next: the organizations in turn, in each its agents in turn, of each agent the one that came first. What waits
 * is bounded by what may be kept of bodies (06 §13.6).
 */
export class WaitingReaders {
  /** By organization and agent; whoever was served goes to the end. */
  private readonly queues = new Map<string, Map<string, WaitingReader[]>>();
  private readonly seats = new Map<string, number>();
  private taken = 0;

  get empty(): boolean {
    return this.queues.size === 0;
  }

  /** Something of this agent waits. */
  has({ organizationId, agentId }: Reader): boolean {
    return this.queues.get(organizationId)?.has(agentId) ?? false;
  }

  /** Whether it has a place at once. */
  add(reader: Reader, body: BodyToRead): boolean {
    const { organizationId, agentId } = reader;
    const agents = this.queues.get(organizationId) ?? new Map<string, WaitingReader[]>();
    const queue = agents.get(agentId) ?? [];
    const waiting: WaitingReader = { ...body, reader, seated: false };
    queue.push(waiting);
    agents.set(agentId, queue);
    this.queues.set(organizationId, agents);
    return queue[0] === waiting && this.seat(waiting);
  }

  /** Null where nothing waits. */
  next(): WaitingReader | null {
    for (const [organizationId, agents] of this.queues)
      for (const [agentId, queue] of agents) {
        const first = queue[0]!;
        if (!this.seat(first)) continue;
        toTheEnd(agents, agentId, queue);
        toTheEnd(this.queues, organizationId, agents);
        return first;
      }
    return null;
  }

  remove({ reader: { organizationId, agentId }, size, seated }: WaitingReader): void {
    const agents = this.queues.get(organizationId)!;
    const queue = agents.get(agentId)!;
    queue.shift();
    if (queue.length === 0) agents.delete(agentId);
    if (agents.size === 0) this.queues.delete(organizationId);
    if (!seated || size <= SMALL_BYTES) return;
    this.taken -= 1;
    const left = this.seats.get(organizationId)! - 1;
    if (left > 0) this.seats.set(organizationId, left);
    else this.seats.delete(organizationId);
  }

  private seat(waiting: WaitingReader): boolean {
    if (waiting.seated || waiting.size <= SMALL_BYTES) return (waiting.seated = true);
    const { organizationId } = waiting.reader;
    const own = this.seats.get(organizationId) ?? 0;
    const free = PLACES - this.taken;
    if (free === 0 || own === PLACES_EACH || (free === 1 && own > 0)) return false;
    this.taken += 1;
    this.seats.set(organizationId, own + 1);
    return (waiting.seated = true);
  }
}

function toTheEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
