/** 04 §11.4.4. */
const PATIENCE = 3;

/** Notices a model that makes the very same failing call again and again. */
export class RepeatedFailures {
  private last = '';
  private times = 0;

  /** What the model is told beside the result; null while it may go on. */
  note(call: { readonly name: string; readonly args: string }, failed: boolean): string | null {
    const key = `${call.name} ${call.args}`;
    this.times = failed ? (key === this.last ? this.times + 1 : 1) : 0;
    this.last = failed ? key : '';
    if (this.times < PATIENCE) return null;
    return `This very call failed ${this.times} times in a row. Stop making it: do something else, or tell the person what is in the way.`;
  }
}
