import { createHmac } from 'node:crypto';
import { SESSION_PROOF, type UploadSession } from '../../domain/decision/resource-scopes/drive-guard.js';
import { QueryParameters } from '../../domain/decision/resource-scopes/query-parameters.js';
import { equalSecrets } from '../../kernel/crypto/tokens.js';

/** For whom a session began, and with what reach. */
export interface SessionHolder {
  readonly agentId: string;
  readonly connectionId: string;
  readonly folders: readonly string[];
}

/**
 * Upload sessions of Drive that the gateway let begin (03 §13.5). What they write where was judged then, and their
 * address says nothing of it; so the address the agent gets carries a proof, by which every process knows it again. It
 * is good for the agent, the account and the folders it was made for, and ends with the session.
 */
export class UploadSessions {
  private readonly key: Buffer;

  constructor(encryptionKey: Buffer) {
    this.key = createHmac('sha256', encryptionKey).update('upload-sessions').digest();
  }

  begunHere({ uploadId, proof }: UploadSession, holder: SessionHolder): boolean {
    return equalSecrets(proof, this.proofOf(uploadId, holder));
  }

  /** The address as the agent gets it; one that is no session stays. */
  marked(location: string, holder: SessionHolder): string {
    const query = URL.parse(location)?.search.slice(1) ?? '';
    const uploadId = QueryParameters.read(query)?.only('upload_id') ?? null;
    return uploadId === null ? location : `${location}&${SESSION_PROOF}=${this.proofOf(uploadId, holder)}`;
  }

  private proofOf(uploadId: string, { agentId, connectionId, folders }: SessionHolder): string {
    const said = JSON.stringify([agentId, connectionId, uploadId, [...folders].sort()]);
    return createHmac('sha256', this.key).update(said).digest('base64url');
  }
}

const MARK = new RegExp(`([?&])${SESSION_PROOF}=[^&]*(&|$)`);

/** The target as the provider gave it. */
export function withoutProof(target: string): string {
  return target.replace(MARK, (_all, before: string, after: string) => (after === '' ? '' : before));
}
