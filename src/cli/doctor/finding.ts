/** `problem` means that something does not or soon will not work; only those fail the command. */
export type Severity = 'ok' | 'note' | 'warning' | 'problem';

export interface Finding {
  readonly check: string;
  readonly verdict: Severity;
  readonly message: string;
  /** What to do about it. */
  readonly action?: string;
}

/** Findings of one check, under its name. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(private readonly check: string) {}

  ok(message: string): this {
    return this.add('ok', message);
  }

  note(message: string, action?: string): this {
    return this.add('note', message, action);
  }

  warning(message: string, action: string): this {
    return this.add('warning', message, action);
  }

  problem(message: string, action: string): this {
    return this.add('problem', message, action);
  }

  private add(verdict: Severity, message: string, action?: string): this {
    this.all.push({ check: this.check, verdict, message, ...(action !== undefined && { action }) });
    return this;
  }
}
