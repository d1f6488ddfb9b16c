/** What a body is said to be. `other` covers texts and binary data without names in them. */
export type MediaKind = 'json' | 'sequence' | 'form' | 'multipart' | 'markup' | 'other';

/** Everything the `Content-Type` fields claim. Two that differ are two claims: nobody knows which one is believed. */
export interface MediaClaims {
  /** Empty when nothing is claimed. */
  readonly kinds: ReadonlySet<MediaKind>;
  /** Labels in lower case. */
  readonly charsets: readonly string[];
  /** One for each multipart type; empty where it has none. */
  readonly boundaries: readonly string[];
}

const NOTHING: MediaClaims = { kinds: new Set(), charsets: [], boundaries: [] };
const SEQUENCE = /ndjson|ldjson|jsonl|json-(?:seq|lines|stream)|stream\+json/;
/** `application/json`, `application/x-amz-json-1.1`, `…+json`; not `json5`. */
const JSON_TYPE = /(?:^|[/+.-])json(?![a-z0-9])/;
const MARKUP = /(?:^|[/+.-])x?(?:ht)?ml(?![a-z0-9])/;
const CHARSET = /;\s{0,64}charset\*?\s{0,8}=\s{0,8}["']?([^"';,\s]{1,64})/g;
const BOUNDARY = /;\s{0,64}boundary\s{0,8}=\s{0,8}(?:"([^"]{1,256})"|([^";,\s]{1,256}))/gi;
/** A comma that is no part of a quoted string. */
const PART = /(?:"[^"]*"|[^,"]|")+/g;

export function mediaClaims(contentTypes: readonly string[]): MediaClaims {
  if (contentTypes.length === 0) return NOTHING;
  const claims = contentTypes.flatMap((field) => (field.includes(',') ? (field.match(PART) ?? []) : [field]));
  const kinds = new Set<MediaKind>();
  const charsets: string[] = [];
  const boundaries: string[] = [];
  for (const claim of claims) {
    const lowered = claim.toLowerCase();
    const type = lowered.split(';', 1)[0]!.trim();
    if (type === '') continue;
    const kind = kindOf(type);
    kinds.add(kind);
    for (const [, label] of lowered.matchAll(CHARSET)) charsets.push(label!);
    if (kind !== 'multipart') continue;
    const given = [...claim.matchAll(BOUNDARY)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    boundaries.push(...(given.length > 0 ? given : ['']));
  }
  return { kinds, charsets, boundaries };
}

function kindOf(type: string): MediaKind {
  if (type.startsWith('multipart/')) return 'multipart';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (SEQUENCE.test(type)) return 'sequence';
  if (JSON_TYPE.test(type)) return 'json';
  return MARKUP.test(type) ? 'markup' : 'other';
}
