import { truncate } from '../../text/truncate.js';

/** Text of at most so many characters; what was cut says so, so that nobody takes it for all there was. */
export function truncateMarked(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = `\n[cut: ${text.length} characters in all]`;
  return truncate(text, most - mark.length) + mark;
}
