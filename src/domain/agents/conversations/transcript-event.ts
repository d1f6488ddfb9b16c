/** What a transcript is made of (04 §2.1). */
export const STORED_EVENTS = [
  'turn.started',
  'text',
  'tool.started',
  'tool.finished',
  'approval.pending',
  'notice',
  'turn.done',
  'error',
] as const;
export const LIVE_EVENTS = ['text.delta', 'thinking.delta', 'message.joined'] as const;

export type TranscriptEventType = (typeof STORED_EVENTS)[number] | (typeof LIVE_EVENTS)[number];

/** An event before it has its place in a conversation. */
export interface NewEvent {
  readonly type: TranscriptEventType;
  readonly [field: string]: unknown;
}

const LIVE: ReadonlySet<string> = new Set(LIVE_EVENTS);

/** Pieces of an answer pass by; the whole of it is kept. */
export function isStored({ type }: { type: TranscriptEventType }): boolean {
  return !LIVE.has(type);
}

/** Any event but the start shows that the agent did something, so the run cannot be repeated (04 §8.4.2). */
export function isObservable({ type }: { type: TranscriptEventType }): boolean {
  return type !== 'turn.started';
}

/** What no column of text can hold is left out of what models and tools say (04 §2.2.8). Walks without recursion. */
export function withoutUnusableText(value: unknown): unknown {
  const root = { value };
  const open: Record<string, unknown>[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [name, child] of Object.entries(holder)) {
      if (typeof child === 'string') holder[name] = usable(child);
      else if (typeof child === 'object' && child !== null) open.push(child as Record<string, unknown>);
      const key = usable(name);
      if (key === name) continue;
      holder[key] = holder[name];
      delete holder[name];
    }
  }
  return root.value;
}

function usable(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}

/**
 * Events of an attempt are numbered by its executor from 1 (04 §9.1.3): the next number is taken, repeats are ignored,
 * anything further on is a gap. Answers how many of the batch are known already; null for a gap.
 */
export function knownOf(first: number, count: number, acceptedThrough: number): number | null {
  if (first > acceptedThrough + 1) return null;
  return Math.min(acceptedThrough + 1 - first, count);
}
