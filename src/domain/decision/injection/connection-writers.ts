/**
 * What the credential of a connected account writes into a request (03 §12.2): one writer for each type of the
 * catalogue. A type is added by a description in `inject-model.ts`, its schema and a writer here.
 */

import { fillTemplate, type Values, valueIn, fillFrom } from '../catalog/template.js';
import type { InjectDescription, InjectOf, InjectType } from '../catalog/model/inject-model.js';
import type { Injection, Slot } from './request-edits/model.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//;

/** What is stored of an account; `access_token` is `{token}`. */
export interface AccountValues {
  readonly values: Values;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Writer<Type extends InjectType> {
  /** Where it may write, known without a credential. */
  slots(inject: InjectOf<Type>): Slot[];
  /** What it writes; empty when a value is missing, as for a secret without one (02 §3.4). */
  write(inject: InjectOf<Type>, account: AccountValues): Injection[];
}

/** Nothing of it is written as fields: what it does to a request happens elsewhere. */
const WRITES_NO_FIELDS = { slots: () => [], write: () => [] };
/** A signature is written last of all, when everything it is about is known (06 §11.5). */
const SIGNS = { slots: (): Slot[] => ['header:authorization'], write: () => [] };

const WRITERS: { readonly [Type in InjectType]: Writer<Type> } = {
  header: {
    slots: ({ name, metadataHeaders = {} }) => [name, ...Object.keys(metadataHeaders)].map(headerSlot),
    write: ({ name, format, metadataHeaders = {} }, account) => {
      const own = headers({ [name]: format }, account);
      return own.length === 0 ? own : [...own, ...fromMetadata(metadataHeaders, account)];
    },
  },
  basic: {
    slots: () => ['header:authorization'],
    write: ({ username, password }, account) => {
      const [user, secret] = [filled(username, account), filled(password, account)];
      if (user === null || secret === null) return [];
      const value = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
      return [{ kind: 'set-header', name: 'authorization', value }];
    },
  },
  headers: {
    slots: ({ headers: templates }) => Object.keys(templates).map(headerSlot),
    write: ({ headers: templates }, account) => headers(templates, account),
  },
  query: {
    slots: ({ params }) => Object.keys(params).map((name): Slot => `query:${name}`),
    write: ({ params }, account) => {
      const pairs = filledPairs(params, account) ?? [];
      return pairs.map(([name, value]) => ({ kind: 'set-param', name, value }));
    },
  },
  aws_sigv4: SIGNS,
  aws_assume_role: SIGNS,
  token_response: WRITES_NO_FIELDS,
};

export function slotsOfInject(inject: InjectDescription): readonly Slot[] {
  return writerOf(inject.type).slots(inject);
}

export function injectionsOf(inject: InjectDescription, account: AccountValues): readonly Injection[] {
  return writerOf(inject.type).write(inject, account);
}

/** The table gives each type its own writer, which the compiler cannot follow through a union. */
function writerOf(type: InjectType): Writer<InjectType> {
  return WRITERS[type] as unknown as Writer<InjectType>;
}

function headers(templates: Readonly<Record<string, string>>, account: AccountValues): Injection[] {
  const pairs = filledPairs(templates, account) ?? [];
  return pairs.map(([name, value]) => ({ kind: 'set-header', name, value }));
}

/** Half a credential is none: null when one of the values is missing. */
function filledPairs(
  templates: Readonly<Record<string, string>>,
  account: AccountValues,
): [string, string][] | null {
  const pairs = Object.entries(templates).map(([name, template]) => [name, filled(template, account)]);
  return pairs.every(([, value]) => value !== null) ? (pairs as [string, string][]) : null;
}

function fromMetadata(fields: Readonly<Record<string, string>>, { metadata }: AccountValues): Injection[] {
  return Object.entries(fields).flatMap(([name, field]): Injection[] => {
    const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
    return typeof value === 'string' && value !== '' ? [{ kind: 'set-header', name, value }] : [];
  });
}

function filled(template: string, { values }: AccountValues): string | null {
  return fillTemplate(template, (name) => valueIn(values, name === 'token' ? 'access_token' : name));
}

function headerSlot(name: string): Slot {
  return `header:${name.toLowerCase()}`;
}

/** The name a person may have written as an address: without scheme, user, path and port, in lower case (03 §12.2). */
export function bareHost(written: string): string {
  const [authority = ''] = written
    .trim()
    .toLowerCase()
    .replace(SCHEME, '')
    .split(/[/?#\\]/, 1);
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/\.?(:\d*)?$/, '');
}

/** The one host a template of the catalogue names for an account; empty when the account has none, which no host is. */
export function tenantHost(template: string, values: Values): string {
  return bareHost(fillFrom(template, values) ?? '');
}
