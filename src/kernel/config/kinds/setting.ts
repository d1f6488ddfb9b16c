/**
 * The vocabulary of the settings table: a setting is one environment variable with its type, its default and
 * the words that describe it. Parsing, docs/configuration.md and config/.env.example all come from these rows
 * (01 §26), so that none of them can drift from the others.
 */

/** Thrown by a kind for a text that does not fit it. The message completes the sentence "NAME ...". */
export class InvalidValue extends Error {}

/** A type of value: how the reference names it and how a trimmed, non-blank text becomes the value. */
export interface Kind<T> {
  readonly type: string;
  /** @throws InvalidValue when the text does not fit; values are never clamped (R24.13). */
  parse(text: string): T;
}

export interface Setting<T> {
  readonly kind: Kind<unknown>;
  /** Used when the variable is unset or blank. */
  readonly fallback: T;
  /** What the reference shows as default; needed where the fallback says too little (derived values). */
  readonly shownDefault: string;
  /** Markdown, one paragraph. */
  readonly description: string;
  /** The value must never be printed, not even in a message about its own fault. */
  readonly secret: boolean;
  /** Other spellings that are read after the name itself, for the standard proxy variables. */
  readonly aliases: readonly string[];
}

export interface SettingRow<T> {
  kind: Kind<T>;
  description: string;
  shownDefault?: string;
  secret?: true;
  aliases?: readonly string[];
}

export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

export type SettingValue<S> = S extends Setting<infer T> ? T : never;

/** One row of the table. A `null` fallback makes the value optional. */
export function setting<T>(row: SettingRow<T> & { fallback: NoInfer<T> }): Setting<T>;
export function setting<T>(row: SettingRow<T> & { fallback: null }): Setting<T | null>;
export function setting(row: SettingRow<unknown> & { fallback: unknown }): Setting<unknown> {
  return {
    kind: row.kind,
    fallback: row.fallback,
    shownDefault: row.shownDefault ?? showDefault(row.fallback),
    description: row.description,
    secret: row.secret ?? false,
    aliases: row.aliases ?? [],
  };
}

function showDefault(fallback: unknown): string {
  if (fallback === null) return 'unset';
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  if (Array.isArray(fallback)) return fallback.length === 0 ? 'empty' : `\`${fallback.join(',')}\``;
  return `\`${fallback as string | number}\``;
}
