import type { CatalogApp } from './model/model.js';

/** Host and path of an address without query: what a request is compared with. */
type Place = `${string}/${string}`;

/** Where apps exchange tokens (03 §16): the addresses of the catalogue, and of those that are no app's. */
export class TokenEndpoints {
  private readonly places: ReadonlySet<string>;

  constructor(apps: readonly CatalogApp[], others: readonly Place[] = []) {
    this.places = new Set([...others, ...apps.flatMap(placesOf)]);
  }

  /** `path` in its canonical form, without query. */
  has(host: string, path: string): boolean {
    return this.places.has(host + path);
  }
}

/** An address that depends on the account names no host before the account is known. */
function placesOf({ connection: { oauth } }: CatalogApp): string[] {
  const urls = [oauth?.token?.url, oauth?.refresh?.url].filter((url) => url !== undefined);
  return urls
    .filter((url) => !url.includes('{'))
    .map((url) => new URL(url))
    .map(({ host, pathname }) => host + pathname);
}
