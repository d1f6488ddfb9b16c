import { Injectable } from '@nestjs/common';
import { objectOr } from '../../../domain/protocols/bodies/strict-json.js';
import { ProviderUnreachable } from '../../../kernel/egress/provider-calls.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { ConnectionHandle } from '../connection-tokens/access-tokens.js';
import { AccountCalls } from '../connection-tokens/account-calls.js';
import { ConnectionStore } from '../connections/connection-store.js';
import { browsingErrors } from './resource-browsing.errors.js';

const CALL_MS = 10_000;

export type Fields = Readonly<Record<string, unknown>>;

interface Ask {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: object;
}

/** An account whose provider is asked what it holds, with the account's token. */
export class ProviderSession {
  constructor(
    private readonly account: ConnectionHandle,
    private readonly calls: AccountCalls,
  ) {}

  get connectionId(): string {
    return this.account.id;
  }

  /** The object the provider answers; null for what it does not show. @throws AppError */
  async ask(url: URL, { method = 'GET', headers, body }: Ask = {}): Promise<Fields | null> {
    try {
      const told = await this.calls.send(this.account, {
        method,
        url,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        milliseconds: CALL_MS,
      });
      if (told === null) throw new AppError(browsingErrors.browsing_without_token);
      const { status, json } = told;
      if (status === 404) return null;
      if (status === 401) throw new AppError(browsingErrors.browsing_without_token);
      if (status >= 400 && status < 500) throw new AppError(browsingErrors.browsing_refused);
      const answer = status === 200 ? objectOr(json) : null;
      if (answer === null) throw new AppError(browsingErrors.browsed_provider_unreachable);
      return answer;
    } catch (cause) {
      if (!(cause instanceof ProviderUnreachable)) throw cause;
      throw new AppError(browsingErrors.browsed_provider_unreachable, { cause });
    }
  }

  /** The same where nothing is an answer as well. */
  async require(url: URL, ask: Ask = {}): Promise<Fields> {
    const answer = await this.ask(url, ask);
    if (answer === null) throw new AppError(browsingErrors.browsing_refused);
    return answer;
  }
}

/** Opens sessions on accounts that the caller may choose resources of (03 §13.6). */
@Injectable()
export class ProviderSessions {
  constructor(
    private readonly db: Database,
    private readonly store: ConnectionStore,
    private readonly calls: AccountCalls,
  ) {}

  async open(caller: OrganizationCaller, provider: string, connectionId: string): Promise<ProviderSession> {
    const { organizationId, workspaceId } = caller;
    const ofAll = workspaceId === null && (caller.credential === 'org-key' || caller.isAdmin);
    const found = await this.store.connected(this.db, { organizationId, workspaceId }, connectionId, ofAll);
    if (found?.provider !== provider) throw new AppError(browsingErrors.browsed_connection_not_found);
    return new ProviderSession(found, this.calls);
  }
}

/** The objects of a list in an answer. */
export function listIn(answer: Fields, name: string): Fields[] {
  const list = answer[name];
  return Array.isArray(list) ? list.map(objectOr).filter((each) => each !== null) : [];
}

/** Empty for what is no text. */
export function textIn(answer: Fields, name: string): string {
  const value = answer[name];
  return typeof value === 'string' ? value : '';
}

/** In order; at most so many at once. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  return results;
}
