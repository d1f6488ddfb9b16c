import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { DeploymentKeys } from '../../../../kernel/crypto/deployment-keys.js';
import { equalSecrets } from '../../../../kernel/crypto/tokens.js';

/** Which app a consent page was opened for. */
export interface OpenedConsent {
  readonly presenceId: string;
  readonly agentId: string;
  readonly workspaceId: string;
}

/** 04 §6.7. */
const LIFETIME_MS = 30 * 60 * 1000;
/** The ids and the moment it ends, then the signature; no field can hold the separator. */
const STATE = /^([0-9a-f-]{36}~[0-9a-f-]{36}~[A-Za-z0-9-]{1,64}~\d{1,16})~([A-Za-z0-9_-]{43})$/;

/**
 * What travels through Slack's consent page: signed, so that nobody but this deployment can have a code redeemed for an
 * agent. It is no secret and nothing of it is stored; it works once because an app that is installed awaits no consent.
 */
@Injectable()
export class ConsentStates {
  private readonly key: Buffer;

  constructor({ oauthStateSecret }: Configuration, { encryptionKey }: DeploymentKeys) {
    this.key = createHmac('sha256', oauthStateSecret ?? encryptionKey)
      .update('channel-consent')
      .digest();
  }

  issue({ presenceId, agentId, workspaceId }: OpenedConsent): string {
    const said = [presenceId, agentId, workspaceId, Date.now() + LIFETIME_MS].join('~');
    return `${said}~${this.signatureOf(said)}`;
  }

  /** Null for what this deployment did not say, or said too long ago. */
  read(state: string): OpenedConsent | null {
    const [, said, signature] = STATE.exec(state) ?? [];
    if (said === undefined || signature === undefined) return null;
    if (!equalSecrets(signature, this.signatureOf(said))) return null;
    const [presenceId, agentId, workspaceId, endsAt] = said.split('~') as [string, string, string, string];
    return Number(endsAt) > Date.now() ? { presenceId, agentId, workspaceId } : null;
  }

  private signatureOf(said: string): string {
    return createHmac('sha256', this.key).update(said).digest('base64url');
  }
}
