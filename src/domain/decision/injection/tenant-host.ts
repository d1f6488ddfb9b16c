import { fillFrom, type Values } from '../catalog/template.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//;

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
