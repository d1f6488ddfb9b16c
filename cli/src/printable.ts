/** Text that somebody else chose, as one line for a terminal: what would move the cursor or recolour it is a blank. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ' ');
}
