interface TextRules {
  pattern?: RegExp;
  trim?: boolean;
  singleLine?: boolean;
  minLength?: number;
}

const ONE_VISIBLE = String.raw`^[^\x00]*[^\s\x00-\x1f\x7f-\x9f][^\x00]*$`;

/** The text is judged without the white space around it, the document speaks of the text as it is sent. */
export function documentedPattern({
  pattern,
  trim = false,
  singleLine = false,
  minLength = 0,
}: TextRules): string | undefined {
  if (singleLine && minLength === 1) return ONE_VISIBLE;
  if (pattern || !trim || minLength === 0) return pattern && toItsEnd(pattern.source);
  const rest = minLength === 1 ? '' : `[^\\x00]{${minLength - 2},}[^\\s\\x00]`;
  return `^[^\\x00]*[^\\s\\x00]${rest}[^\\x00]*$`;
}

/** What only looks at the beginning leaves room for U+0000, which no text may hold (01 §1.8). */
function toItsEnd(source: string): string {
  const isOfBeginning = source.startsWith('^') && !source.endsWith('$') && !source.includes('|');
  return isOfBeginning ? `${source}[^\\x00]*$` : source;
}
