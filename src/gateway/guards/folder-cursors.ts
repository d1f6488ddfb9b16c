import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { utf8Object } from '../../domain/decision/resource-scopes/guarded-request.js';
import { equalSecrets } from '../../kernel/crypto/tokens.js';
import type { SessionHolder } from './upload-sessions.js';

const MARK = '.cgw.';

/**
 * Cursors of Dropbox that were made under a folder scope (03 §13.4, R58). A cursor lists what its first request named,
 * and says nothing of it; so the one the agent gets carries a proof, by which every process knows it again. It is good
 * for the agent, the account, the folders and the kind of list it was made for.
 */
export class FolderCursors {
  private readonly key: Buffer;

  constructor(encryptionKey: Buffer) {
    this.key = createHmac('sha256', encryptionKey).update('folder-cursors').digest();
  }

  madeHere(marked: string, path: string, holder: SessionHolder): boolean {
    const at = marked.lastIndexOf(MARK);
    if (at < 0) return false;
    return equalSecrets(marked.slice(at + MARK.length), this.proofOf(marked.slice(0, at), path, holder));
  }

  /** The body of an answer as the agent gets it; one without a cursor that everybody reads alike stays. */
  marked(answer: Buffer, path: string, holder: SessionHolder): Buffer {
    return withCursor(answer, (cursor) => `${cursor}${MARK}${this.proofOf(cursor, path, holder)}`);
  }

  private proofOf(cursor: string, path: string, { agentId, connectionId, folders }: SessionHolder): string {
    const said = JSON.stringify([agentId, connectionId, kindOf(path), cursor, [...folders].sort()]);
    return createHmac('sha256', this.key).update(said).digest('base64url');
  }
}

/** The body of a request as the provider made its cursor. */
export function withoutCursorProof(body: Buffer): Buffer {
  return withCursor(body, (marked) => {
    const at = marked.lastIndexOf(MARK);
    return at < 0 ? marked : marked.slice(0, at);
  });
}

/** `/2/files/list_folder/continue` goes on with what `/2/files/list_folder` began. */
function kindOf(path: string): string {
  return path.split('/', 3).join('/');
}

/** Changes the member `cursor` of the object and no other byte. */
function withCursor(body: Buffer, change: (cursor: string) => string): Buffer {
  const cursor = utf8Object(body)?.['cursor'];
  if (typeof cursor !== 'string') return body;
  const text = body.toString();
  // Inside of a string the quotes would be escaped; deeper down an object may have the same name.
  const spelled = JSON.stringify(cursor);
  const member = /"cursor"\s{0,64}:\s{0,64}/g;
  for (let found = member.exec(text); found !== null; found = member.exec(text)) {
    const from = member.lastIndex;
    if (!text.startsWith(spelled, from)) continue;
    const changed = text.slice(0, from) + JSON.stringify(change(cursor)) + text.slice(from + spelled.length);
    const { cursor: read } = utf8Object(Buffer.from(changed)) ?? {};
    if (read === change(cursor)) return Buffer.from(changed);
  }
  return body;
}
