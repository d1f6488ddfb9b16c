const FIRST_BYTES = 65_536;
const COMMA = 0x2c;
const OPENING = 0x5b;
const CLOSING = 0x5d;
/** What PostgreSQL wants before JSON that is sent as bytes. */
const JSONB_VERSION = 1;

/**
 * Lines that will be one statement, as its bytes. They wait for seconds, and what waits as objects is moved by each
 * collection of young objects until a full one has to free it; these are outside of V8's heap.
 */
export class LogBatch {
  count = 0;
  /** It is on its way, or was: nothing more is added. */
  sealed = false;
  /** How many lines each organization has in it. */
  readonly owners = new Map<string, number>();
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private length = 0;

  constructor() {
    this.bytes[this.length++] = JSONB_VERSION;
    this.bytes[this.length++] = OPENING;
  }

  /** `line` is ASCII. */
  add(line: string, organizationId: string): void {
    this.makeRoom(line.length + 2);
    if (this.count > 0) this.bytes[this.length++] = COMMA;
    this.length += this.bytes.write(line, this.length, 'latin1');
    this.count += 1;
    this.owners.set(organizationId, (this.owners.get(organizationId) ?? 0) + 1);
  }

  /** Empty again, with the room it has; nobody may be using `toJsonb()` any more. */
  reuse(): this {
    this.count = 0;
    this.sealed = false;
    this.length = 2;
    this.owners.clear();
    return this;
  }

  toJsonb(): Buffer {
    this.bytes[this.length] = CLOSING;
    return this.bytes.subarray(0, this.length + 1);
  }

  /** One byte is left for the end. */
  private makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
