import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeploymentKeys } from '../../../kernel/crypto/deployment-keys.js';
import { type FlowSecrets, FlowSigning } from '../../../kernel/crypto/flow-secrets.js';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import { sha256 } from '../../../kernel/crypto/tokens.js';
import { Database } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { SignInFlowEntity } from './sign-in-flow.entity.js';

/** Where a sign-in comes back to and where it goes from there; absolute URLs, judged before they get here. */
export type FlowTargets = Pick<SignInFlowEntity, 'redirectUri' | 'successUrl' | 'errorUrl'>;

export type SignInFlow = FlowSecrets & FlowTargets;

const boundTo = placesIn(SignInFlowEntity);

const HOURLY = '23 * * * *';

/** Sign-ins under way: ten minutes, one use, one browser; whichever replica gets the callback (01 §11.3). */
@Injectable()
export class SignInFlows implements OnModuleInit {
  private readonly signing: FlowSigning;

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly box: SecretBox,
    keys: DeploymentKeys,
  ) {
    this.signing = new FlowSigning(keys.sessionSecret, 'social-sign-in');
  }

  onModuleInit(): void {
    this.jobs.registerPeriodic('social-sign-in.remove-expired', HOURLY, () => this.removeExpired());
  }

  begin(): FlowSecrets {
    return this.signing.begin();
  }

  async keep(state: string, browser: string, targets: FlowTargets): Promise<void> {
    const hash = sha256(state);
    const seal = (url: string) => this.box.seal(url, boundTo(hash));
    await this.db.repository(SignInFlowEntity).insert({
      stateHash: hash,
      browserHash: sha256(browser),
      redirectUri: targets.redirectUri,
      successUrl: seal(targets.successUrl),
      errorUrl: seal(targets.errorUrl),
      expiresAt: () => `now() + interval '10 minutes'`,
    });
  }

  /** The flow, used up with this call; null when the state is not ours, over, used, or of another browser. */
  async take(state: string, browser: string): Promise<SignInFlow | null> {
    const secrets = this.signing.of(state);
    if (secrets === null) return null;
    const hash = sha256(state);
    const [sealed] = await this.db.query<FlowTargets>(
      `DELETE FROM sign_in_flows WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now()
       RETURNING ${selection(SignInFlowEntity, ['redirectUri', 'successUrl', 'errorUrl'])}`,
      [hash, sha256(browser)],
    );
    if (sealed === undefined) return null;
    const open = (url: string) => this.box.open(url, boundTo(hash));
    const { redirectUri, successUrl, errorUrl } = sealed;
    return { ...secrets, redirectUri, successUrl: open(successUrl), errorUrl: open(errorUrl) };
  }

  private async removeExpired(): Promise<void> {
    await this.db.query(`DELETE FROM sign_in_flows WHERE expires_at < now()`);
  }
}
