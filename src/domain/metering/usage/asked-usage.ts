import type { Reading } from '../../text/reading.js';
import { type JsonMember, jsonMembers, type JsonMembers } from '../json/json-members.js';

const STREAM = 'stream';
const STREAM_OPTIONS = 'stream_options';
const BACKGROUND = 'background';
const WANTED: ReadonlySet<string> = new Set([STREAM, STREAM_OPTIONS, BACKGROUND]);
/** More options than any client sends. */
const MAX_OPTIONS_BYTES = 4_096;
const USAGE_OPTION = 'include_usage';

/** Why a budget cannot measure a call (R40). */
export type Unmeterable = 'call' | 'background' | 'body';

/** What the body of a call that is measured by its answer says. */
export type BodyForBudget =
  | { readonly unmeterable: Exclude<Unmeterable, 'call'> }
  | {
      readonly unmeterable: null;
      /** The body that asks for the usage at the end of the stream; null: it is sent as it is. */
      readonly rewritten: Buffer | null;
    };

const AS_IT_IS: BodyForBudget = { unmeterable: null, rewritten: null };

/**
 * Reads the body of a call of OpenAI's API: whether its answer comes now, and what has to be sent so that a stream tells
 * its usage (R40.1). Responses tell theirs unasked, so `asks` is false for them. Yields between pieces of a long body.
 */
export function* bodyForBudget(body: Buffer, asks: boolean): Reading<BodyForBudget> {
  const read = yield* jsonMembers(body, WANTED);
  // Of a key that is repeated, readers take the first or the last.
  if (read === null || isRepeated(read.members)) return { unmeterable: 'body' };
  const valueOf = (key: string): JsonMember | undefined => read.members.find((member) => member.key === key);
  if (!isOff(body, valueOf(BACKGROUND))) return { unmeterable: BACKGROUND };
  if (!asks || isOff(body, valueOf(STREAM))) return AS_IT_IS;
  return { unmeterable: null, rewritten: asking(body, read, valueOf(STREAM_OPTIONS)) };
}

/** Null where the body asks already, or where its options are none and the provider refuses them. */
function asking(body: Buffer, { inside }: JsonMembers, options: JsonMember | undefined): Buffer | null {
  if (options === undefined) {
    const option = Buffer.from(`"${STREAM_OPTIONS}":{"${USAGE_OPTION}":true},`);
    return Buffer.concat([body.subarray(0, inside), option, body.subarray(inside)]);
  }
  const { from, to } = options;
  if (to - from > MAX_OPTIONS_BYTES) return null;
  const given = parsed(body.toString('utf8', from, to));
  if (given === undefined || given?.[USAGE_OPTION] === true) return null;
  const asked = Buffer.from(JSON.stringify({ ...given, [USAGE_OPTION]: true }));
  return Buffer.concat([body.subarray(0, from), asked, body.subarray(to)]);
}

function parsed(text: string): Record<string, unknown> | null | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : undefined;
  } catch {
    return undefined;
  }
}

function isRepeated(members: readonly JsonMember[]): boolean {
  return new Set(members.map(({ key }) => key)).size < members.length;
}

/** Everything but `false` and `null` may be read as a yes. */
function isOff(body: Buffer, member: JsonMember | undefined): boolean {
  if (member === undefined) return true;
  const value = body.toString('latin1', member.from, Math.min(member.to, member.from + 6));
  return value === 'false' || value === 'null';
}
