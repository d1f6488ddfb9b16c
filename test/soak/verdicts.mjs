/** Every answer counted: right, interrupted by a disturbance, or wrong, which none may be. */
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_TOLD = 20;
/** Longer than anything may take, a person's decision included. */
const PATIENCE_MS = 90_000;

export function verdicts(during) {
  const byKind = new Map();
  const wrong = [];
  const countIn = (kind, what) => {
    const counts = byKind.get(kind) ?? { right: 0, interrupted: 0, wrong: 0 };
    counts[what] += 1;
    byKind.set(kind, counts);
  };
  return {
    byKind,
    wrong,
    /**
     * Does the work and answers what came, null where it was not right. A fault of the server or of the way to it is
     * allowed while something is disturbed; a refusal, or an answer to what should have been refused, never is.
     */
    async judge(kind, work, isRight) {
      const begun = performance.now();
      const enough = new AbortController();
      const tooLong = sleep(
        PATIENCE_MS,
        { error: new Error('no answer came') },
        { signal: enough.signal },
      ).catch(() => null);
      const came = await Promise.race([
        work().then(
          (answer) => ({ answer }),
          (error) => ({ error }),
        ),
        tooLong,
      ]);
      enough.abort();
      if (came.answer !== undefined && isRight(came.answer)) {
        countIn(kind, 'right');
        return came.answer;
      }
      // Whether it was disturbed is known only when a disturbance that has just begun has been noted.
      const isFault = came.error !== undefined || came.answer?.status >= 500 || came.answer?.status === 200;
      if (isFault && during(begun, performance.now())) countIn(kind, 'interrupted');
      else {
        countIn(kind, 'wrong');
        if (wrong.length < MAX_TOLD) wrong.push(`${kind}: ${describe(came)}`);
      }
      return null;
    },
  };
}

function describe({ answer, error }) {
  if (error) return `${error.code ?? ''} ${error.message}`;
  return `${answer.status ?? answer} ${String(answer.text ?? '').slice(0, 200)}`;
}
