import { join } from 'node:path';
import { isObject } from '../../terminal/answers.js';
import { eachLine } from '../../terminal/each-line.js';
import type { Ended } from './command-process.js';
import { cut, deltasOf, eventOf, textEvent } from './events.js';
import { failureOf, type Harness, type TurnOutcome, type TurnSurroundings } from './harness.js';
import type { Reporter } from '../reports/reporter.js';
import type { Finish, Steer, TurnEvent, TurnRun } from '../reports/work.js';

type Said = Readonly<Record<string, unknown>>;

const LONGEST_LINE = 1024 ** 2;
const MAX_TEXT = 100_000;
const MAX_STEERS = 16;

/**
 * A command that speaks in lines of JSON (docs/runners.md): it is told the turn, and says what happens in it. A tool that it
 * announces it runs when it is told that the server knows.
 */
export class LineHarness implements Harness {
  private turn: TurnSurroundings | null = null;
  private readonly early: Steer[] = [];
  private readonly steered = new Map<string, 'joined' | 'missed'>();
  private pieces = '';
  private answer: string | null = null;
  private session: string | null = null;
  private usage: unknown;
  private failure: { error: string; code: string | undefined } | null = null;
  private tooLong = false;

  /** Each tool is announced by itself. */
  announce(): Promise<void> {
    return Promise.resolve();
  }

  async follow(turn: TurnSurroundings): Promise<void> {
    this.turn = turn;
    this.tell(told(turn.run, turn.home));
    for (const steer of this.early.splice(0)) this.steer(steer);
    const { stdout } = turn.command.child;
    await eachLine(stdout, LONGEST_LINE, (line) => {
      this.hear(line, turn);
      if (turn.reporter.isFull) {
        stdout.pause();
        turn.reporter.whenRelieved(() => stdout.resume());
      }
      return false;
    }).catch(() => {
      this.tooLong = true;
      turn.command.kill('SIGKILL');
    });
  }

  steer(steer: Steer): void {
    if (this.turn === null) return void this.early.push(steer);
    const { turnId, message } = steer;
    if (this.steered.size < MAX_STEERS) this.steered.set(turnId, 'missed');
    this.tell({ type: 'steer', turnId, message });
  }

  outcome(ended: Ended, stopped: 'aborted' | 'restarted' | null): TurnOutcome {
    const text = (this.answer ?? this.pieces).trim();
    const followUps = [...this.steered].map(([turnId, outcome]) => ({ turnId, outcome }));
    return {
      events: text === '' ? [] : [textEvent(text)],
      report: {
        ...this.ending(ended, stopped),
        ...(this.session !== null && { sessionRef: this.session }),
        ...(this.usage !== undefined && { usage: this.usage }),
        ...(followUps.length > 0 && { followUps }),
      },
    };
  }

  private ending(ended: Ended, stopped: 'aborted' | 'restarted' | null): Finish {
    if (stopped === 'aborted') return { status: 'aborted' };
    if (stopped === 'restarted') return { status: 'failed', errorCode: 'agent_restarted' };
    if (this.tooLong) return { status: 'failed', error: 'The command wrote a line of more than a megabyte.' };
    if (this.failure !== null) {
      const { error, code } = this.failure;
      return { status: 'failed', error: cut(error, 2_000), ...(code !== undefined && { errorCode: code }) };
    }
    if (ended.status === 0) return { status: 'done' };
    return { status: 'failed', error: cut(failureOf(ended, this.turn?.command.lastWords ?? ''), 2_000) };
  }

  private hear(line: string, turn: TurnSurroundings): void {
    const { reporter } = turn;
    const said = parsed(line);
    if (said === null) return;
    const { type } = said;
    if (type === 'tool.call') return void this.call(said, turn);
    if (type === 'joined') return this.joined(said);
    if (type === 'session') return void (this.session = textIn(said, 'ref', 500) ?? this.session);
    if (type === 'usage') return void (this.usage = usageOf(said) ?? this.usage);
    if (type === 'failed')
      return void (this.failure = {
        error: textIn(said, 'error', 2_000) ?? '',
        code: textIn(said, 'code', 64),
      });
    if (type === 'text') return void (this.answer = textIn(said, 'text', LONGEST_LINE) ?? this.answer);
    if (type === 'text.delta' || type === 'thinking.delta') return this.piece(said, type, reporter);
    const event = eventOf(said);
    if (event === null) return;
    reporter.say(event);
    if (type === 'tool.started') void this.acknowledge(event, reporter);
  }

  private piece(said: Said, type: 'text.delta' | 'thinking.delta', reporter: Reporter): void {
    const text = textIn(said, 'text', LONGEST_LINE) ?? '';
    if (type === 'text.delta' && this.pieces.length <= MAX_TEXT) this.pieces += text;
    for (const event of deltasOf(text, type)) reporter.say(event);
  }

  private async acknowledge({ callId }: TurnEvent, reporter: Reporter): Promise<void> {
    await reporter.confirmed().then(
      () => this.tell({ type: 'acknowledged', callId }),
      // It is being ended.
      () => undefined,
    );
  }

  private async call(said: Said, turn: TurnSurroundings): Promise<void> {
    const callId = textIn(said, 'callId', 200);
    const tool = textIn(said, 'tool', 200);
    if (callId === undefined || tool === undefined) return;
    const result = await turn.callTool(callId, tool, said['args'] ?? {});
    this.tell({ type: 'tool.result', callId, ...result });
  }

  private joined(said: Said): void {
    const turnId = textIn(said, 'turnId', 200);
    if (turnId !== undefined && this.steered.has(turnId)) this.steered.set(turnId, 'joined');
  }

  private tell(message: object): void {
    this.turn?.command.write(`${JSON.stringify(message)}\n`);
  }
}

function told(run: TurnRun, home: string): object {
  const { turnId, conversationId, message, context, resumeSessionRef, attachments } = run;
  const { name, instructions, harness, model, effort } = run.agent;
  const files = attachments.map(({ path, ...file }) => ({ ...file, path: join(home, path) }));
  const agent = { name, instructions, harness, model, effort };
  return {
    type: 'turn',
    turnId,
    conversationId,
    message,
    context,
    sessionRef: resumeSessionRef,
    attachments: files,
    agent,
  };
}

function parsed(line: string): Said | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function textIn(said: Said, field: string, most: number): string | undefined {
  const value = said[field];
  return typeof value === 'string' ? value.slice(0, most) : undefined;
}

function usageOf(said: Said): object | undefined {
  const counts = ['inputTokens', 'outputTokens', 'cacheReadInputTokens'].map(
    (name) => [name, said[name]] as const,
  );
  const given = counts.filter(([, value]) => Number.isSafeInteger(value) && (value as number) >= 0);
  return given.length >= 2 && given[0]![0] === 'inputTokens' && given[1]![0] === 'outputTokens'
    ? Object.fromEntries(given)
    : undefined;
}
