import { truncate } from '../../text/truncate.js';

/** R38.14: with the ellipsis. */
const MOST = 80;
const LEAST_BEFORE_SPACE = 48;

/** The title that the first turn gives its conversation (04 §2.2.5); null when there is nothing to name it by. */
export function titleOf(message: string, firstAttachment: string | undefined): string | null {
  const line = message.replace(/\s+/g, ' ').trim();
  if (line !== '') return shortened(line);
  return firstAttachment === undefined ? null : shortened(firstAttachment);
}

function shortened(line: string): string {
  if (line.length <= MOST) return line;
  const cut = truncate(line, MOST - 1);
  // A word that ends exactly at the cut is whole.
  const space = line[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${(space > LEAST_BEFORE_SPACE ? cut.slice(0, space) : cut).trimEnd()}…`;
}
