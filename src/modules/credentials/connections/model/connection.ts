import type { CredentialLevel } from '../../../../domain/decision/policy/model.js';

/** Only `connected` ones are used; `expired`: its provider refused for good to refresh it (03 §3.1, §12.3.6). */
export type ConnectionStatus = 'connected' | 'expired' | 'error';

/** How its credentials came and are kept alive: the kinds of the catalogue (03 §12.3, §16). */
export type CredentialOrigin = 'oauth' | 'github_app' | 'fields' | 'import';

/** A connection that can be granted in a workspace (02 §5.1). Never holds credentials. */
export interface AttachableConnection {
  id: string;
  provider: string;
  label: string | null;
  scope: CredentialLevel;
  status: ConnectionStatus;
  metadata: Record<string, unknown> | null;
}
