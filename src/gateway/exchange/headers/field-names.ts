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

/** Fields that end at the next hop (06 §9.6, §9.7); also everything `Connection` names. */
const HOP_BY_HOP = new FieldNames([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailers',
  'transfer-encoding',
  'upgrade',
]);

/** In any case. */
export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.has(name);
}

/** Fields of this prefix are spoken between gateway and agent; they pass in neither direction (06 §3.2, §9.7). */
const OWN_PREFIX = 'x-onecli-';
const LETTER_X = 0x78;
const LOWER_CASE = 0x20;

/** Whether a name, in any case, has it. */
export function isOwnField(name: string): boolean {
  if ((name.charCodeAt(0) | LOWER_CASE) !== LETTER_X) return false;
  return name.slice(0, OWN_PREFIX.length).toLowerCase() === OWN_PREFIX;
}
