import { singleLine } from '../../text/single-line.js';

interface EndedRun {
  readonly status: 'done' | 'failed' | 'aborted';
  /** A sentence for a person. */
  readonly error: string | null;
  /** The whole answer, or what there was of it. */
  readonly text: string | null;
}

const NOTHING = 'The run ended without an answer.';
const FAILED = 'The run failed.';

/** What the agent is told: whose words follow, and that nobody waits for an answer in this conversation (04 §3.2.5). */
export function runMessage(name: string, prompt: string): string {
  return `Scheduled run of "${singleLine(name)}". No person is present.\n\n${prompt}`;
}

/** What the report is called in the conversation it is placed in (04 §3.2.8). */
export function reportTitle(name: string): string {
  return `Scheduled run "${singleLine(name)}"`;
}

/** A run that failed says so before what it had written. */
export function reportText({ status, error, text }: EndedRun): string {
  if (status === 'done') return text?.trim() ? text : NOTHING;
  const failed = error === null ? FAILED : `${FAILED} ${error}`;
  return text?.trim() ? `${failed}\n\n${text}` : failed;
}
