import { LRUCache } from 'lru-cache';
import { objectOr } from '../../domain/protocols/bodies/strict-json.js';
import { DRIVE_HOST } from '../../domain/decision/resource-scopes/drive-guard.js';
import type { DriveTree } from '../../domain/decision/resource-scopes/drive-tree.js';
import type { ProviderAnswer } from '../../kernel/egress/provider-calls.js';
import type { ConnectionHandle } from '../../modules/credentials/connection-tokens/access-tokens.js';
import type { AccountCalls } from '../../modules/credentials/connection-tokens/account-calls.js';

/** Whatever else is known (03 §13.5.1). */
const KEPT_MS = 60_000;
/** Of one account; a chain has at most a hundred folders, a list of a search as many. */
const MAX_KEPT = 2_000;
const CALL_MS = 10_000;
/** For all that one request asks. */
const REQUEST_MS = 20_000;
const NOT_VISIBLE: ReadonlySet<number> = new Set([403, 404]);

type Kept = LRUCache<string, Promise<readonly string[] | null>>;

/** Drive did not answer, or not what it answers; nobody knows whether it would next time. */
export class DriveUnreadable extends Error {}

/** Where items lie, asked with the account's own token, remembered for as long as the snapshot it is of and a minute at most. */
export class DriveLookups {
  private readonly accounts = new WeakMap<ConnectionHandle, Kept>();

  constructor(private readonly calls: AccountCalls) {}

  /** For one request. @throws DriveUnreadable, ProviderUnreachable */
  of(account: ConnectionHandle): DriveTree {
    const until = performance.now() + REQUEST_MS;
    const asked = (id: string): Promise<readonly string[] | null> => {
      const kept = this.keptOf(account);
      let answer = kept.get(id);
      if (answer === undefined) {
        answer = this.ask(account, id, until);
        kept.set(id, answer);
        answer.catch(() => kept.delete(id));
      }
      return answer;
    };
    return {
      // The alias has no parents that anybody asks about: its entry is its id.
      parentsOf: (id) => asked(id),
      myDrive: async () => (await asked(MY_DRIVE))?.[0] ?? '',
    };
  }

  private keptOf(account: ConnectionHandle): Kept {
    let kept = this.accounts.get(account);
    if (kept === undefined) {
      kept = new LRUCache({ max: MAX_KEPT, ttl: KEPT_MS });
      this.accounts.set(account, kept);
    }
    return kept;
  }

  /** The parents of an item; of `root` its id. */
  private async ask(account: ConnectionHandle, id: string, until: number): Promise<readonly string[] | null> {
    const milliseconds = Math.min(CALL_MS, Math.ceil(until - performance.now()));
    if (milliseconds <= 0) throw new DriveUnreadable('No time is left');
    const url = new URL(
      `https://${DRIVE_HOST}/drive/v3/files/${id}?fields=id,parents&supportsAllDrives=true`,
    );
    const answer = await this.calls.send(account, { method: 'GET', url, milliseconds });
    if (answer === null) throw new DriveUnreadable('The account has no token');
    if (NOT_VISIBLE.has(answer.status)) return null;
    return id === MY_DRIVE ? [itemIn(answer).id] : parentsIn(answer, id);
  }
}

const MY_DRIVE = 'root';

function parentsIn(answer: ProviderAnswer, id: string): readonly string[] {
  const item = itemIn(answer);
  if (item.id !== id) throw new DriveUnreadable('Drive told of another item');
  return item.parents;
}

function itemIn({ status, json }: ProviderAnswer): { id: string; parents: readonly string[] } {
  const item = status === 200 ? objectOr(json) : null;
  const { id, parents = [] } = item ?? {};
  const listed = Array.isArray(parents) ? (parents as unknown[]) : null;
  if (typeof id !== 'string' || listed === null || !listed.every((each) => typeof each === 'string'))
    throw new DriveUnreadable(`Drive answered ${status}`);
  return { id, parents: listed };
}
