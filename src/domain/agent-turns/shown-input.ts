import { CREDENTIAL_NAME } from '../approvals/redacted-body.js';
import { cutText } from '../naming/cut-text.js';

/** R38.16. */
const MOST_CHARS = 4_096;
/** What JSON adds to a text that is cut: quotes, and a second character for each of its own. */
const QUOTED = 2;
const HIDDEN = '***';
/** Header fields that carry credentials without a name that says so. */
const PRIVATE_FIELD = /^(?:cookie|set-cookie|x-auth.*|.*-auth|api[-_]?key|key)$/i;
/** Credentials in the texts of a URL and of a header. */
const IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/([?&](?:[\w-]*(?:token|secret|key|password|signature)|code|sig)=)[^&#\s"']+/gi, `$1${HIDDEN}`],
  [/\b(bearer|basic)\s+[A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${HIDDEN}`],
];

/** Arguments of a tool as a transcript shows them: without what seems to be a credential, and not too long. */
export function shownInput(args: string): unknown {
  const value = parsed(args);
  const shown = typeof value === 'string' ? withoutCredentials(value) : redacted(value);
  const json = serialised(shown);
  if (json !== null && json.length <= MOST_CHARS) return shown;
  let text = json ?? withoutCredentials(args);
  while (JSON.stringify(text).length > MOST_CHARS)
    text = cutText(
      text,
      Math.min(MOST_CHARS, Math.floor((text.length * (MOST_CHARS - QUOTED)) / JSON.stringify(text).length)),
    );
  return text;
}

/** Without recursion: models write what they like. */
function redacted(value: unknown): unknown {
  const root = { value };
  const open: Record<string, unknown>[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const [name, child] of Object.entries(holder)) {
      if (CREDENTIAL_NAME.test(name) || PRIVATE_FIELD.test(name)) holder[name] = HIDDEN;
      else if (typeof child === 'string') holder[name] = withoutCredentials(child);
      else if (typeof child === 'object' && child !== null) open.push(child as Record<string, unknown>);
    }
  }
  return root.value;
}

function withoutCredentials(text: string): string {
  return IN_TEXT.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Null for what is nested deeper than that can be written. */
function serialised(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
