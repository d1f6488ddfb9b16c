import { apiKeySaid } from './api-key.js';
import { CommandFailure } from '../terminal/failure.js';
import { keyGiven, OPERATOR_TOKEN } from './keys.js';

/** What a request is sent with in place of a person's key, and what to do where it is missing or refused. */
export interface Credential {
  read(): Promise<string>;
  readonly action: string;
}

const PARTNER_KEY = /^oc_partner_[A-Za-z0-9]+$/;

export const partnerKey: Credential = {
  action: 'set CREDENTIAL_GATEWAY_API_KEY to the key of the partner',
  async read() {
    const key = await apiKeySaid();
    if (key !== undefined && PARTNER_KEY.test(key)) return key;
    throw new CommandFailure(
      'This requires a partner key: those keys start with oc_partner_.',
      'AUTH_REQUIRED',
      this.action,
    );
  },
};

export const operatorToken: Credential = {
  action: 'set OPERATOR_TOKEN to the value of the server',
  async read() {
    const token = await keyGiven(OPERATOR_TOKEN);
    if (token !== undefined) return token;
    throw new CommandFailure("This requires the operator's token.", 'AUTH_REQUIRED', this.action);
  },
};
