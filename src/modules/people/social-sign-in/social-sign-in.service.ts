import { Injectable } from '@nestjs/common';
import type { OpenedSession, SessionClient } from '../identity/sessions/sessions.service.js';
import { Google } from './google.js';
import { GoogleAccounts } from './google-accounts.service.js';
import { type FlowTargets, SignInFlows } from './sign-in-flows.js';
import { type RefusalCode, SignInRefused } from './sign-in-refused.js';

export interface SignInCallback {
  /** As the provider sent it back. */
  parameters: URLSearchParams;
  /** The secret of the browser; null without one. */
  browser: string | null;
  client: SessionClient;
  /** For failures of a sign-in nobody knows. */
  signInPage: string;
}

/** Where the browser goes next, with the session it got; null when the sign-in failed. */
export interface Finished {
  location: string;
  opened: OpenedSession | null;
}

/** Both legs of a sign-in with Google (01 §11.3). */
@Injectable()
export class SocialSignInService {
  constructor(
    private readonly google: Google,
    private readonly flows: SignInFlows,
    private readonly accounts: GoogleAccounts,
  ) {}

  /** The provider's page for this browser. */
  async start(browser: string, targets: FlowTargets): Promise<string> {
    const flow = this.flows.begin();
    const url = await this.google.authorizationUrl(flow, targets.redirectUri);
    await this.flows.keep(flow.state, browser, targets);
    return url;
  }

  /** Never throws for what the provider or the browser did: the answer is a page with an error code. */
  async finish({ parameters, browser, client, signInPage }: SignInCallback): Promise<Finished> {
    const state = parameters.get('state') ?? '';
    const flow = browser === null ? null : await this.flows.take(state, browser);
    if (flow === null) return failed(signInPage, 'STATE_MISMATCH');
    try {
      const profile = await this.google.redeem(flow, parameters);
      return { location: flow.successUrl, opened: await this.accounts.signIn(profile, client) };
    } catch (error) {
      if (error instanceof SignInRefused) return failed(flow.errorUrl, error.code);
      throw error;
    }
  }
}

function failed(page: string, code: RefusalCode): Finished {
  const url = new URL(page);
  url.searchParams.set('error', code);
  return { location: url.href, opened: null };
}
