import { attributesOf } from './attribute-name.js';
import { readObject, readText } from './values.js';

/** Sub-attributes of `name` (RFC 7643 §4.1.1). */
export const NAME_PARTS = [
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
] as const;
type NamePart = (typeof NAME_PARTS)[number];
export type PersonName = Readonly<Partial<Record<NamePart, string>>>;

/** Null when no part of it is left. Parts that are null or blank go, unknown ones are ignored. */
export function mergedName(stored: PersonName | null, written: unknown): PersonName | null {
  const given = attributesOf(readObject('name', written));
  const parts = NAME_PARTS.map((part) => {
    const key = part.toLowerCase();
    if (!given.has(key)) return [part, stored?.[part] ?? null] as const;
    const value = given.get(key);
    return [part, value === null ? null : readText(`name.${part}`, value)] as const;
  });
  const kept = parts.filter(([, value]) => value !== null);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** What a person is called who came without a display name (05 §10.5). */
export function nameInWords(name: PersonName | null): string | null {
  if (name === null) return null;
  const joined = [name.givenName, name.familyName].filter((part) => part !== undefined).join(' ');
  return name.formatted ?? (joined === '' ? null : joined);
}
