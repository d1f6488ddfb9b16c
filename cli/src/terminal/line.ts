/** One word of a command line after the command's name, as help tells it. */
export interface Argument {
  /** With dashes where it is a flag: `--name`. */
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /** Stands alone, without a value. */
  readonly alone?: boolean;
  /** May be said more than once. */
  readonly several?: boolean;
  readonly values?: readonly (string | number | boolean)[];
}

/** The words after a command's name: flags by name without dashes, the last of a repeated one, and the rest. */
export interface Arguments {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** All values of those flags that may be said more than once. */
  readonly repeated?: Readonly<Record<string, readonly string[]>>;
  readonly words: readonly string[];
}
