interface TextRules {
  pattern?: RegExp;
  trim?: boolean;
  minLength?: number;
}

/** The text is judged without the white space around it, the document speaks of the text as it is sent. */
export function documentedPattern({ pattern, trim = false, minLength = 0 }: TextRules): string | undefined {
  if (pattern || !trim || minLength === 0) return pattern?.source;
  const rest = minLength === 1 ? '' : `[^\\x00]{${minLength - 2},}[^\\s\\x00]`;
  return `^[^\\x00]*[^\\s\\x00]${rest}[^\\x00]*$`;
}
