export interface ConfigurationFault {
  /** The variable as the operator wrote it, `NAME` or `NAME_FILE`. */
  readonly variable: string;
  /** What is wrong, a predicate: "must be ...". Never repeats the value of a secret. */
  readonly problem: string;
}

/** Stops the boot. Holds every fault found, so that an operator corrects them in one go (01 §26). */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly faults: readonly ConfigurationFault[]) {
    super(
      ['The configuration is not usable:', ...faults.map((f) => `  - ${f.variable} ${f.problem}`)].join('\n'),
    );
  }
}
