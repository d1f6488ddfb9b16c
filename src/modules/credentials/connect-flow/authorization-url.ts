/** Where the browser goes to give consent (03 §5.2). Pure. */
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { fillTemplate, type Values, valueIn } from '../../../domain/decision/catalog/template.js';

export interface AuthorizationRequest {
  client: Values;
  state: string;
  redirectUri: string;
  codeChallenge: string;
}

/** Null for an app that is not connected by consent. */
export function authorizationUrl(
  { connection: { oauth, install } }: CatalogApp,
  { client, state, redirectUri, codeChallenge }: AuthorizationRequest,
): string | null {
  const scopes = oauth?.scopes.join(oauth.scopeSeparator ?? ' ');
  const values = { ...client, state, redirectUri, codeChallenge, scopes };
  const [address, parameters] =
    oauth === undefined ? [install?.url, install?.params] : [oauth.authorizeUrl, oauth.authorizeParams];
  if (address === undefined) return null;
  const filledAddress = fillTemplate(address, (name) => valueIn(values, name), encodeURIComponent);
  const url = new URL(filledAddress ?? address);
  for (const [name, template] of Object.entries(parameters ?? {}))
    url.searchParams.set(name, fillTemplate(template, (value) => valueIn(values, value)) ?? '');
  return url.href;
}
