import { truncate } from '../../text/truncate.js';

const MOST = 160;
const ELLIPSIS = '…';

interface Indexed {
  title: string | null;
  description: string | null;
  content: string;
}

/** What the agent's index says of a memory (04 §4.8): one line of up to 160 characters. */
export function indexLine({ title, description, content }: Indexed): string {
  const line = description ?? title ?? firstLine(content);
  const plain = line.replaceAll(/\s+/g, ' ').trim();
  return plain.length <= MOST ? plain : `${truncate(plain, MOST - ELLIPSIS.length).trimEnd()}${ELLIPSIS}`;
}

function firstLine(content: string): string {
  const text = content.trimStart();
  const end = text.search(/[\r\n]/);
  return end < 0 ? text : text.slice(0, end);
}
