import { foldName } from './key-paths.js';
import { formDecoded } from './text-readings.js';

export interface FormField {
  /** As it stands, still encoded. */
  readonly raw: string;
  /** Decoded and folded, without what frameworks leave out of names: brackets, dots, indices. */
  readonly name: string;
  readonly value: string;
}

/** Fields as any form reader splits them: at `&` and at `;`. */
export function formFields(text: string): FormField[] {
  return text.split(/[&;]/).map((raw) => {
    const equals = raw.indexOf('=');
    const name = equals < 0 ? raw : raw.slice(0, equals);
    return {
      raw,
      name: plainName(formDecoded(name)),
      value: equals < 0 ? '' : formDecoded(raw.slice(equals + 1)),
    };
  });
}

/** `items[0][Kind]`, `items.kind` and ` items[].kind` are one name: PHP, Rails and `qs` read them alike. */
export function plainName(name: string): string {
  const words = foldName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  return words.length > 0 ? words.join('.') : name.trim();
}

/** The text as a reader sees it that keeps one of several fields with a name. */
export function withoutRepeats(text: string, keep: 'first' | 'last'): string {
  const kept = new Map<string, string>();
  for (const { raw, name } of formFields(text)) {
    if (keep === 'last' || !kept.has(name)) kept.set(name, raw);
  }
  return [...kept.values()].join('&');
}
