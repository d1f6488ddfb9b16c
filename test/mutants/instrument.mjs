// All chosen faults of a file at once, each behind a switch: `$mutant(id)` is true for the one that is planted now.

/** The text with a switch around each place; `faults` are of this file (`mutations.mjs`), each with an `id`. */
export function instrument(text, faults) {
  const insertions = faults.flatMap(({ id, start, end, text: changed }) => [
    { at: start, closing: false, length: end - start, text: `($mutant(${id}) ? (${changed}) : (` },
    { at: end, closing: true, length: end - start, text: '))' },
  ]);
  insertions.sort(inOrder);
  let result = '';
  let position = 0;
  for (const { at, text: inserted } of insertions) {
    result += text.slice(position, at) + inserted;
    position = at;
  }
  return result + text.slice(position);
}

/** What ends here closes first, the inner before the outer; what begins here opens the outer before the inner. */
function inOrder(one, other) {
  if (one.at !== other.at) return one.at - other.at;
  if (one.closing !== other.closing) return one.closing ? -1 : 1;
  return one.closing ? one.length - other.length : other.length - one.length;
}
