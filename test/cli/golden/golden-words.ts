/**
 * What differs from run to run, under names that do not: keys, ids, times, addresses. A value is recognised by the field it
 * stands in, and replaced wherever else it stands, in tables and in messages too.
 */
const BY_FIELD: readonly (readonly [RegExp, string])[] = [
  [/(^|_)(id|Id)$|[a-z]Id$/, 'id'],
  [/(At|Since|_at|^at|nextCursor|cursor)$/, 'time'],
  [/(apiKey|ApiKey|token|Token|accessToken)$/, 'secret'],
  [/^(email|ownerEmail|userEmail|actorEmail)$/, 'email'],
  [/^slug$/, 'slug'],
  [/(Url|url)$/, 'link'],
  [/^(ip|ipAddress|userAgent|requestId|version|preview|masked|valuePreview)$/, 'word'],
];
const ANYWHERE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\b(oc_partner_|oc_org_|oc_|aoc_)[0-9a-zA-Z]{16,}/g, '$1<secret>'],
  [/\b[0-9a-f]{32,}\b/g, '<hex>'],
  [/\b[\w-]+-[0-9a-f]{12}@example\.test\b/g, '<email>'],
  [/127\.0\.0\.1(:|%3A)\d+/g, '<host>'],
  [/(?<=[?&]state=)[^&"\s]+/g, '<state>'],
];

export class GoldenWords {
  private readonly words = new Map<string, string>();

  constructor(server: { apiUrl: string; gatewayUrl: string }, kept: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(kept)) if (value !== '') this.words.set(value, `<${name}>`);
    for (const address of [server.apiUrl, server.gatewayUrl]) this.words.set(new URL(address).host, '<host>');
  }

  learn(document: unknown, field = ''): void {
    if (Array.isArray(document)) for (const one of document as unknown[]) this.learn(one, field);
    else if (typeof document === 'object' && document !== null)
      for (const [name, value] of Object.entries(document)) this.learn(value, name);
    else if (typeof document === 'string' && document.length > 3 && !this.words.has(document)) {
      const kind = BY_FIELD.find(([pattern]) => pattern.test(field))?.[1];
      if (kind !== undefined && /[\d@:]|^[a-z0-9]{12,}$/.test(document))
        this.words.set(document, `<${kind}>`);
    }
  }

  /** Columns are as wide as what stands in them, so that any space between them is the same. */
  plain(text: string): string {
    const longestFirst = [...this.words].sort(([a], [b]) => b.length - a.length);
    const named = longestFirst.reduce((so, [value, name]) => so.replaceAll(value, name), text);
    const known = ANYWHERE.reduce((so, [pattern, name]) => so.replace(pattern, name), named);
    return known.replace(/(?<=\S) {2,}(?=\S)/g, '  ');
  }
}
