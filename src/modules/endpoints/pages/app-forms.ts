import type { ConnectionField } from '../../../domain/decision/catalog/model/connection-model.js';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';

/** What the connect page has to know of an app: how it is connected and which fields to ask for (03 §5.5). */
interface AppForm {
  name: string;
  methods: readonly ConnectMethod[];
}

interface ConnectMethod {
  /** `method` of the connect call; absent for the app's own way. */
  method?: string;
  kind: 'oauth' | 'direct';
  fields: readonly FormField[];
  /** What the provider is asked for, shown before somebody leaves for it. */
  scopes: readonly string[];
}

type FormField = Pick<
  ConnectionField,
  'name' | 'label' | 'placeholder' | 'required' | 'secret' | 'group' | 'help' | 'helpUrl' | 'helpLabel'
>;

/** By provider, as JSON that the page loads. */
export function appForms(apps: readonly CatalogApp[]): string {
  const forms = apps.map(({ id, name, connection }): [string, AppForm] => {
    const { alternatives = [] } = connection;
    const others = alternatives.map(({ method, kind, fields }) => ({ method, ...wayOf(kind, fields, []) }));
    return [
      id,
      { name, methods: [wayOf(connection.kind, connection.fields, scopesOf(connection)), ...others] },
    ];
  });
  return JSON.stringify(Object.fromEntries(forms));
}

function scopesOf({ oauth, appPermissions }: CatalogApp['connection']): readonly string[] {
  return oauth?.scopes ?? appPermissions ?? [];
}

function wayOf(
  kind: CatalogApp['connection']['kind'],
  fields: readonly ConnectionField[] = [],
  scopes: readonly string[],
): ConnectMethod {
  const direct = kind === 'fields' || kind === 'import';
  return { kind: direct ? 'direct' : 'oauth', fields: direct ? fields.map(formField) : [], scopes };
}

function formField(field: ConnectionField): FormField {
  const { name, label, placeholder, required, secret, group, help, helpUrl, helpLabel } = field;
  return { name, label, placeholder, required, secret, group, help, helpUrl, helpLabel };
}
