import { type Authority, parseAuthority } from '../domain/matching/host.js';
import type { TunnelIdentity } from './agent-message.js';
import type { HeaderList } from './headers.js';

const FIELD = 'proxy-authorization';

/**
 * Where the last request of a connection outside of tunnels went, and by which token: the next one mostly says the same in
 * the same words, which need not be read again. Whose the token is, and what it may, is looked up for each.
 */
export class LastSaid {
  private authorityText: string | null = null;
  private authority: Authority | null = null;
  private field: string | null = null;
  private identity: TunnelIdentity | null = null;

  authorityOf(text: string): Authority | null {
    if (text !== this.authorityText) {
      this.authority = parseAuthority(text);
      this.authorityText = text;
    }
    return this.authority;
  }

  /** Of a request whose one `Proxy-Authorization` is the last one's to the letter; else null. */
  identityOf(headers: HeaderList): TunnelIdentity | null {
    return this.field !== null && this.field === onlyField(headers) ? this.identity : null;
  }

  keep(headers: HeaderList, identity: TunnelIdentity): void {
    this.field = onlyField(headers);
    this.identity = identity;
  }
}

function onlyField(headers: HeaderList): string | null {
  const values = headers.all(FIELD);
  return values.length === 1 ? values[0]! : null;
}
