import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoReader, goWording } from './go-comparison.js';
import { Messages, type Case } from './messages.js';
import { NodeComparison } from './node-comparison.js';
import { Random } from './random.js';
import { piecesOf, readWith, type Codec, type Outcome, type Reading } from './reading.js';

const BATCH = 2_000;
/** One case in so many is a mutation of the corpus. */
const FROM_CORPUS = 10;
const MAX_REPORTED = 20;

export interface CorpusCase {
  name: string;
  kind: Case['kind'];
  toHead?: boolean;
  text: string;
  /** What must become of it: the byte behind the message, or `refused`. */
  expected: number | 'refused' | 'unfinished';
}

export interface Extent {
  cases: number;
  seed: number;
  seconds: number;
}

export function corpus(): CorpusCase[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'corpus.json'), 'utf8')) as CorpusCase[];
}

export function caseOf({ kind, toHead = false, text }: CorpusCase): Case {
  return { kind, toHead, bytes: Buffer.from(text, 'latin1') };
}

/** The cases of a seed, always the same. */
export class Cases {
  private readonly random: Random;
  private readonly messages: Messages;
  private readonly corpus = corpus().map(caseOf);

  constructor(seed: number) {
    this.random = new Random(seed);
    this.messages = new Messages(this.random);
  }

  next(): Case {
    if (this.random.oneIn(FROM_CORPUS)) return this.messages.mutation(this.random.of(this.corpus));
    return this.messages.next();
  }

  /** Where the case is cut into pieces. */
  cuts({ bytes }: Case): number[] {
    return Array.from({ length: this.random.below(4) }, () => this.random.below(bytes.length + 1)).sort(
      (one, other) => one - other,
    );
  }
}

/** Judges single cases: the codec against itself in pieces, against what it writes, and against Node. */
export class Judge {
  accepted = 0;
  /** How often each refusal met a message that Node takes. */
  readonly stricter = new Map<string, number>();
  private readonly node = new NodeComparison();
  private readonly codec: Codec;

  constructor(codec: Codec) {
    this.codec = codec;
  }

  /** The reading, or what is wrong. */
  judge(seen: Case, cuts: readonly number[]): { outcome: Outcome; wrong: string | null } {
    const outcome = readWith(this.codec, seen, [seen.bytes]);
    const inPieces = readWith(this.codec, seen, piecesOf(seen.bytes, cuts));
    if (JSON.stringify(inPieces) !== JSON.stringify(outcome)) return { outcome, wrong: 'pieces change it' };
    const compared = this.node.compare(seen, outcome);
    if (!compared.agree) return { outcome, wrong: compared.why };
    if (typeof outcome === 'string') return { outcome, wrong: null };
    if ('refused' in outcome) {
      if (compared.stricter)
        this.stricter.set(outcome.refused, (this.stricter.get(outcome.refused) ?? 0) + 1);
      return { outcome, wrong: null };
    }
    this.accepted += 1;
    return { outcome, wrong: this.wrongAnew(seen, outcome) };
  }

  /** What is written from the parts is read as the same parts. */
  private wrongAnew(seen: Case, reading: Reading): string | null {
    const { start, fields } = reading;
    const [first, second] = start.split(' ');
    const text =
      seen.kind === 'request'
        ? this.codec.requestHeadText(first!, second!, fields)
        : this.codec.responseHeadText(1, Number(first), start.slice(6), fields);
    const readers = seen.kind === 'request' ? this.codec.RequestHeadReader : this.codec.ResponseHeadReader;
    const head = new readers().read(Buffer.from(text, 'latin1'), 0);
    // A head that is right in HTTP/1.0 alone lacks the Host of HTTP/1.1.
    if (head === 'host_missing' && start.endsWith(' 0')) return null;
    if (head === null || typeof head === 'string') return `what is written from it is refused: ${head}`;
    return head.rawHeaders.join('\n') === fields.join('\n')
      ? null
      : 'what is written from it is something else';
  }
}

/** Runs the cases and prints what came of them; answers the number of disagreements. */
export async function fuzz(codec: Codec, { cases, seed, seconds }: Extent): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cg-fuzz-'));
  const go = GoReader.start(folder);
  if (go === null) print('Go is not there: its net/http was not asked.');
  const source = new Cases(seed);
  const judge = new Judge(codec);
  const goRefusals = new Map<string, number>();
  const until = performance.now() + seconds * 1_000;
  let failures = 0;
  let done = 0;
  const report = (seen: Case, why: string): void => {
    failures += 1;
    if (failures > MAX_REPORTED) return;
    const { kind, toHead, bytes } = seen;
    print(`${why}\n  ${JSON.stringify({ kind, toHead, text: bytes.toString('latin1') })}`);
  };
  while (done < cases && performance.now() < until) {
    const asked: [Case, Reading][] = [];
    for (let count = Math.min(BATCH, cases - done); count > 0; count -= 1, done += 1) {
      const seen = source.next();
      const { outcome, wrong } = judge.judge(seen, source.cuts(seen));
      if (wrong !== null) report(seen, `${wrong}; ours ${JSON.stringify(outcome)}`);
      else if (typeof outcome !== 'string' && 'start' in outcome) asked.push([seen, outcome]);
    }
    const answers = (await go?.read(asked.map(([seen]) => seen))) ?? [];
    for (const [index, answer] of answers.entries()) {
      const [seen, reading] = asked[index]!;
      const justified = goRefusal(answer);
      if (justified !== null) goRefusals.set(justified, (goRefusals.get(justified) ?? 0) + 1);
      else if (answer !== goWording(seen, reading, answer.split('\n')[1] ?? ''))
        report(seen, `Go: ${answer}`);
    }
  }
  go?.stop();
  rmSync(folder, { recursive: true });
  print(`${done} cases of seed ${seed}: ${judge.accepted} accepted, ${failures} disagreements.`);
  for (const [fault, count] of judge.stricter) print(`  refused as ${fault}, taken by Node: ${count}`);
  for (const [reason, count] of goRefusals) print(`  accepted, refused by Go because ${reason}: ${count}`);
  if (done < cases) print(`Stopped after ${seconds} s, ${cases - done} cases short.`);
  return failures;
}

/** Go judges the target as a URL while it reads; what is a path and where it leads is none of the codec's business. */
function goRefusal(answer: string): string | null {
  return /^!parse ".*": /s.test(answer) ? 'the target is no URL to it' : null;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
