/** Standard output belongs to results, standard error to everything said beside them. */

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

export function note(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Columns as wide as their widest cell; the last one runs free. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `1 value`, `3 values`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A text that was broken to fit the source, as one paragraph: the terminal breaks it anew. */
export function prose(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
