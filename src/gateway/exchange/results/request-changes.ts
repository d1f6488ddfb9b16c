import type { CommitAuthor } from '../../../domain/decision/commit-attribution/commit-message.js';
import type { AwsKeys } from '../../../domain/protocols/aws-sigv4/signature.js';

/** What the credential of an account does to a request beside writing fields (03 §12.6 to §12.8). */
export interface RequestChanges {
  /** Signs it, as its last change. */
  readonly signing: AwsSigning | null;
  /** The host of the account's region, in place of the one the agent named. */
  readonly host: string | null;
  /** Who makes the commit that it may be. */
  readonly author: (CommitAuthor & { readonly organizationId: string }) | null;
}

/** Plaintext: lives as long as its request, is in no log and no answer. */
export interface AwsSigning {
  readonly keys: AwsKeys;
  /** For hosts that name none. */
  readonly region: string | null;
}
