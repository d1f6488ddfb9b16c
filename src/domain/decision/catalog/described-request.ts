/** A call to a provider as the catalogue describes it, made ready to be sent (03 §16). Pure. */
import type { DescribedCall } from './model/connection-model.js';
import { fillFrom, fillTemplate, type Values, valueIn } from './template.js';

export interface ReadyRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Null when a value is missing, or when the values make no address of it. Values in the address are percent-encoded, so
 * they cannot move it to another host; those in `origins` are whole origins, judged by who passes them.
 */
export function readyRequest(call: DescribedCall, values: Values, origins: Values = {}): ReadyRequest | null {
  const address = fillTemplate(call.url, (name) => valueIn(origins, name) ?? encoded(valueIn(values, name)));
  const url = address === null ? null : URL.parse(address);
  const auth = authOf(call.auth ?? 'none', values);
  const body = call.bodyType === undefined ? undefined : bodyOf(call.bodyType, call.body ?? null, values);
  if (url === null || auth === null || body === null) return null;
  for (const [name, value] of Object.entries(auth.query)) url.searchParams.set(name, value);
  const type = call.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    method: call.method ?? 'GET',
    url,
    headers: {
      ...call.headers,
      ...auth.headers,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  };
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** In the form or in JSON; null where a value is missing. A body of `null` is the JSON text. */
function bodyOf(type: 'json' | 'form', body: DescribedCall['body'], values: Values): string | null {
  if (body == null) return type === 'json' ? 'null' : '';
  const filled = Object.entries(body).map(
    // What looks like a query of GraphQL is no template.
    ([name, value]) =>
      [
        name,
        typeof value === 'string' && /^\{[\w:]+\}$/.test(value) ? fillFrom(value, values) : value,
      ] as const,
  );
  if (filled.some(([, value]) => value === null)) return null;
  const fields = Object.fromEntries(filled);
  return type === 'json'
    ? JSON.stringify(fields)
    : new URLSearchParams(fields as Record<string, string>).toString();
}

interface Auth {
  headers: Record<string, string>;
  query: Record<string, string>;
}

function authOf(auth: string, values: Values): Auth | null {
  const [kind = '', ...rest] = auth.split(':');
  const template = rest.join(':');
  if (kind === 'none') return { headers: {}, query: {} };
  if (kind === 'bearer') {
    const token = fillFrom(template === '' ? '{access_token}' : template, values);
    return token === null ? null : headersOnly([['authorization', `Bearer ${token}`]]);
  }
  if (kind === 'basic') {
    const [username, password] = template.split(':').map((part) => fillFrom(part, values));
    return username == null || password == null
      ? null
      : headersOnly([['authorization', basic(username, password)]]);
  }
  const pairs = template.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), fillFrom(pair.slice(at + 1), values)] as const;
  });
  if (pairs.some(([, value]) => value === null)) return null;
  const filled = Object.fromEntries(pairs) as Record<string, string>;
  return kind === 'header' ? headersOnly(Object.entries(filled)) : { headers: {}, query: filled };
}

/** A value with a line break would be another header; a byte beyond Latin-1 is none of one. */
function headersOnly(pairs: [string, string][]): Auth | null {
  return pairs.every(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    ? { headers: Object.fromEntries(pairs), query: {} }
    : null;
}

function encoded(value: string | undefined): string | undefined {
  return value === undefined ? undefined : encodeURIComponent(value.toWellFormed());
}
