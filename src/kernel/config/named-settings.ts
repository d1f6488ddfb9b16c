import type { SettingName, SettingValues } from './settings.js';

/** `DATABASE_URL` as code reads it: `databaseUrl`. */
type FieldName<Name extends string> = Uncapitalize<Words<Name>>;
type Words<Name extends string> = Name extends `${infer Word}_${infer Others}`
  ? `${Capitalize<Lowercase<Word>>}${Words<Others>}`
  : Capitalize<Lowercase<Name>>;

type Unchangeable<V> = V extends (infer Item)[] ? readonly Item[] : V;

/** Settings under the names that code has for them; `Prefix` is left out of these. */
export type NamedSettings<Name extends SettingName, Prefix extends string = ''> = {
  readonly [N in Name as FieldName<N extends `${Prefix}${infer Own}` ? Own : N>]: Unchangeable<
    SettingValues[N]
  >;
};

export function namedSettings<Name extends SettingName, Prefix extends string = ''>(
  values: SettingValues,
  chosen: (name: SettingName) => name is Name,
  prefix: Prefix | '' = '',
): NamedSettings<Name, Prefix> {
  const names = (Object.keys(values) as SettingName[]).filter(chosen);
  const fields = names.map((name) => [fieldName(name.slice(prefix.length)), values[name]]);
  return Object.fromEntries(fields) as NamedSettings<Name, Prefix>;
}

function fieldName(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
