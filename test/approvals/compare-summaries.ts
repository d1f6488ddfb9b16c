import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { approvalCard, type AskedAction } from '../../src/domain/protocols/slack/approval-card.js';
import type {
  ApprovalSummary,
  SummarizedRequest,
} from '../../src/domain/decision/approval-summaries/content/summary.js';
import { marksIn } from './chance.js';
import { generated, type GeneratedRequest } from './generated-bodies.js';
import type { Way } from './generated-mail.js';

/** The functions compared, from the source or from what was built of it. */
export interface Compared {
  readonly summarize: (request: SummarizedRequest) => ApprovalSummary;
  readonly previewOf: (summary: ApprovalSummary) => string;
  readonly approvalCard: typeof approvalCard;
}

/** Something that is sent and neither shown nor told as left out. */
export interface Disagreement {
  readonly seed: number;
  readonly what: string;
  readonly request: GeneratedRequest;
  readonly summary: ApprovalSummary;
}

export interface Comparison {
  readonly disagreements: readonly Disagreement[];
  /** How many summaries claim to show everything. */
  readonly complete: number;
  /** How many cards have buttons that decide. */
  readonly decidable: number;
  /** How many requests hide something in that way. */
  readonly ways: ReadonlyMap<Way, number>;
}

interface Read {
  readonly texts: readonly string[];
  readonly recipients: Readonly<Record<'to' | 'cc' | 'bcc', readonly string[]>>;
}

const READER = join(import.meta.dirname, 'independent_reader.py');
const AT_ONCE = 5_000;
const MAX_OUTPUT = 512 * 1_048_576;
const MAX_REPORTED = 100;
/** Where a text may have lines of its own. */
const LINES = /^(?:Text|HTML text|Body|Outside of the parts|Text \d|Text \(.*\))$/;

/** `count` requests from the seeds that begin with `from`; a hundred disagreements are enough. */
export function compareSummaries(compared: Compared, from: number, count: number): Comparison {
  const disagreements: Disagreement[] = [];
  const ways = new Map<Way, number>();
  let complete = 0;
  let decidable = 0;
  for (let first = from; first < from + count; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, from + count - first);
    const requests = Array.from({ length }, (_, at) => generated(first + at));
    for (const [at, read] of readAll(requests).entries()) {
      const request = requests[at]!;
      const summary = compared.summarize(asSummarized(request));
      for (const way of request.ways) ways.set(way, (ways.get(way) ?? 0) + 1);
      if (summary.incomplete === undefined) complete += 1;
      const card = cardOf(compared, request, summary);
      if (card.includes('channel_approve')) decidable += 1;
      for (const what of faultsOf(request, read, { summary, card, preview: compared.previewOf(summary) }))
        disagreements.push({ seed: first + at, what, request, summary });
      if (disagreements.length >= MAX_REPORTED) return { disagreements, complete, decidable, ways };
    }
  }
  return { disagreements, complete, decidable, ways };
}

function readAll(requests: readonly GeneratedRequest[]): Read[] {
  const input = requests
    .map(({ kind, contentType, body }) => JSON.stringify({ kind, contentType, body }))
    .join('\n');
  const output = execFileSync('python3', [READER], { input, maxBuffer: MAX_OUTPUT, encoding: 'utf8' });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Read);
}

interface Shown {
  readonly summary: ApprovalSummary;
  readonly card: string;
  readonly preview: string;
}

function* faultsOf(
  request: GeneratedRequest,
  read: Read,
  { summary, card, preview }: Shown,
): Iterable<string> {
  const { details, incomplete } = summary;
  const decides = marksIn([request.query, ...request.fields.flat()].join(' '));
  const sent = [...decides, ...read.texts.flatMap(marksIn)];
  const isWhole = incomplete === undefined;
  yield* missing('what decides', decides, JSON.stringify(details));
  if (isWhole) yield* missing('a word', sent, JSON.stringify(details));
  if (card.includes('channel_approve')) yield* missing('a word of a card that decides', sent, card);
  if (card.includes('channel_approve') && !isWhole) yield 'a card decides what is not shown whole';
  for (const { label, value } of details)
    if (/[\n\r\u0085\u2028\u2029]/.test(value) && !LINES.test(label)) yield `lines in ${label}`;
  if (preview.split('\n').length > details.length + (isWhole ? 1 : 2)) yield 'lines in the preview';
  if (
    isWhole ||
    !['unreadable', 'several_parts', 'twin_fields', 'repeated_names', 'body_goes_on'].some((reason) =>
      incomplete.includes(reason as never),
    )
  )
    yield* miscounted(read, summary);
}

function* missing(what: string, marks: readonly string[], shown: string): Iterable<string> {
  const seen = new Set(marksIn(shown));
  for (const mark of marks) if (!seen.has(mark)) yield `${what}: ${mark}`;
}

/** Recipients under another label, or left out of the count. */
function* miscounted({ recipients }: Read, { details }: ApprovalSummary): Iterable<string> {
  for (const [name, all] of Object.entries(recipients)) {
    const label = name[0]!.toUpperCase() + name.slice(1);
    const shown = details.find((detail) => detail.label === label)?.value ?? '';
    const more = Number(/ … and (\d+) more$/.exec(shown)?.[1] ?? 0);
    const seen = new Set(marksIn(shown));
    const known = all.flatMap(marksIn).filter((mark) => seen.has(mark)).length;
    if (known + more < all.length) yield `${all.length} in ${label}, ${known} shown and ${more} counted`;
  }
}

function cardOf(
  { approvalCard: card }: Compared,
  request: GeneratedRequest,
  summary: ApprovalSummary,
): string {
  const { host, path } = request;
  const asked: AskedAction = { method: 'POST', host, path, agentName: 'Agent', ...summary };
  return JSON.stringify(card(asked, 'id', new Date(0), 'https://console.test'));
}

function asSummarized({ host, path, query, fields, contentType, body }: GeneratedRequest): SummarizedRequest {
  const whole = Buffer.from(body);
  const bytes = whole.subarray(0, 16_384);
  const truncated = whole.length > bytes.length;
  const declaredLength = whole.length;
  const decidingFields = fields;
  const start = { bytes, truncated, declaredLength };
  return { method: 'POST', host, path, query, contentType, decidingFields, body: start };
}
