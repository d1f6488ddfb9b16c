import { basename } from 'node:path';
import type { CommandProcess, Ended } from './command-process.js';
import { cut, deltasOf, textEvent } from './events.js';
import { failureOf, type Harness, type TurnOutcome, type TurnSurroundings } from './harness.js';
import type { Reporter } from '../reports/reporter.js';

const CALL_ID = 'command';
const MAX_TEXT = 100_000;

/**
 * A command that reads a message and writes the answer, as most can: the message on standard input, the answer on standard
 * output as it comes. The command itself is the tool that followers see.
 */
export class TextHarness implements Harness {
  private text = '';
  private command: CommandProcess | null = null;
  private name = '';

  /** What it does cannot be seen from here, so it counts as done once it was started (04 §8.4.2). */
  async announce(reporter: Reporter, program: string): Promise<void> {
    this.name = basename(program).slice(0, 200);
    reporter.say({ type: 'tool.started', callId: CALL_ID, name: this.name });
    await reporter.confirmed();
  }

  follow({ run, reporter, command }: TurnSurroundings): Promise<void> {
    this.command = command;
    const { stdin, stdout } = command.child;
    stdin.end([run.context, run.message].filter((part) => part !== '').join('\n\n'));
    return new Promise((resolve) => {
      stdout.setEncoding('utf8').on('data', (piece: string) => {
        const fresh = piece.slice(0, Math.max(0, MAX_TEXT + 1 - this.text.length));
        this.text += fresh;
        for (const event of deltasOf(fresh)) reporter.say(event);
        if (!reporter.isFull) return;
        stdout.pause();
        reporter.whenRelieved(() => stdout.resume());
      });
      stdout.once('close', resolve);
    });
  }

  /** It hears nothing while it works; the runner says so when it registers. */
  steer(): void {}

  outcome(ended: Ended, stopped: 'aborted' | 'restarted' | null): TurnOutcome {
    const wrong = stopped !== null || ended.status !== 0;
    const failure = failureOf(ended, this.command?.lastWords ?? '');
    const finished = {
      type: 'tool.finished',
      callId: CALL_ID,
      name: this.name,
      output: wrong ? (stopped === null ? cut(failure, 2_000) : 'Stopped.') : 'Done.',
      ...(wrong && { isError: true }),
    };
    const said = this.text.trim();
    const events = [finished, ...(said === '' ? [] : [textEvent(said)])];
    if (stopped === 'aborted') return { events, report: { status: 'aborted' } };
    if (stopped === 'restarted')
      return { events, report: { status: 'failed', errorCode: 'agent_restarted' } };
    return wrong
      ? { events, report: { status: 'failed', error: cut(failure, 2_000) } }
      : { events, report: { status: 'done' } };
  }
}
