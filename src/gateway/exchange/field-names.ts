const LONGEST = 31;

/**
 * A set of field names, asked about names in any case. Few names have the length of one of its own, so that hardly one
 * is put into lower case and looked up.
 */
export class FieldNames {
  private readonly names: ReadonlySet<string>;
  /** A bit for each length that occurs. */
  private readonly lengths: number;

  /** In lower case, of 31 characters at most. */
  constructor(names: readonly string[]) {
    const tooLong = names.find(({ length }) => length > LONGEST);
    if (tooLong !== undefined) throw new Error(`Too long for this set: ${tooLong}`);
    this.names = new Set(names);
    this.lengths = names.reduce((bits, { length }) => bits | (1 << length), 0);
  }

  has(name: string): boolean {
    const { length } = name;
    if (length > LONGEST || ((this.lengths >>> length) & 1) === 0) return false;
    return this.names.has(name.toLowerCase());
  }
}
