/** What was found in a text, by slot. */
export class Findings {
  /** NaN: nothing yet. */
  readonly numbers: number[] = [];
  readonly names: (string | null)[] = [];
  /** Bytes of all texts. */
  textBytes = 0;
  /** Strings that are counted. */
  marks = 0;
  /** Rises when a number or name is found that was not there, or was another. */
  changes = 0;

  constructor(slots: { numbers: number; names: number }) {
    // Not `fill`, which leaves compiled code: one is made for every body.
    for (let slot = 0; slot < slots.numbers; slot += 1) this.numbers.push(NaN);
    for (let slot = 0; slot < slots.names; slot += 1) this.names.push(null);
  }

  number(slot: number, value: number): void {
    if (this.numbers[slot] === value) return;
    this.numbers[slot] = value;
    this.changes += 1;
  }

  name(slot: number, name: string): void {
    if (this.names[slot] === name) return;
    this.names[slot] = name;
    this.changes += 1;
  }
}
