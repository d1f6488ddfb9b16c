import { type Authority, parseAuthority } from '../../domain/decision/matching/host.js';
import type { HeaderList } from './headers/headers.js';

const FIELD = 'proxy-authorization';

/** By whose token a request came. */
interface Bearer {
  token: string;
  tokenHash: Buffer;
}

/**
 * Where the last request of a connection outside of tunnels went, and by which token: the next one mostly says the same in
 * the same words, which need not be read again. Whose the token is, and what it may, is looked up for each.
 */
export class ConnectionAuthCache {
  private authorityText: string | null = null;
  private authority: Authority | null = null;
  private field: string | null = null;
  private bearer: Bearer | null = null;

  authorityOf(text: string): Authority | null {
    if (text !== this.authorityText) {
      this.authority = parseAuthority(text);
      this.authorityText = text;
    }
    return this.authority;
  }

  /** Of a request whose one `Proxy-Authorization` is the last one's to the letter; else null. */
  bearerOf(headers: HeaderList): Bearer | null {
    return this.field !== null && this.field === onlyField(headers) ? this.bearer : null;
  }

  keep(headers: HeaderList, bearer: Bearer): void {
    this.field = onlyField(headers);
    this.bearer = bearer;
  }
}

function onlyField(headers: HeaderList): string | null {
  const values = headers.all(FIELD);
  return values.length === 1 ? values[0]! : null;
}
