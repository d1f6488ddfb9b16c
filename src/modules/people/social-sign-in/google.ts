import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import * as oidc from 'openid-client';
import { type EnvHttpProxyAgent, fetch, type RequestInit } from 'undici';
import { Configuration, type GoogleConfiguration } from '../../../kernel/config/configuration.js';
import type { FlowSecrets } from '../../../kernel/crypto/flow-secrets.js';
import { readBounded } from '../../../kernel/egress/bounded-body.js';
import { providerDispatcher } from '../../../kernel/egress/provider-dispatcher.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { SignInFlow } from './sign-in-flows.js';
import { SignInRefused } from './sign-in-refused.js';
import { displayName } from '../identity/users/display-name.js';
import { identityErrors } from '../identity/model/identity.errors.js';

/** What an ID token proves about the person. */
export interface GoogleProfile {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

const SCOPE = 'openid email profile';
const TIMEOUT_SECONDS = 5;
/** Discovery documents, key sets and tokens have a few kilobytes. */
const ANSWER_LIMIT_BYTES = 262_144;
const DISCOVERY_LIFETIME_MS = 3_600_000;
/** Anybody can bring a sign-in to fail: it must not have the provider asked each time. */
const FORGOTTEN_AFTER_MS = 60_000;
/** OIDC Core §2: at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;
/** Statuses whose answers a `Response` must not give a body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * The provider behind `provider: "google"`: authorization code flow with PKCE, state and nonce, as a confidential
 * client. Discovery and keys are remembered; the signature of each ID token is checked, though it comes over TLS.
 */
@Injectable()
export class Google implements OnModuleDestroy {
  private readonly log = new Logger(Google.name);
  private readonly settings: GoogleConfiguration | null;
  private readonly dispatcher: EnvHttpProxyAgent;
  private forgottenAt = -Infinity;
  private discovered: { client: Promise<oidc.Configuration>; until: number } | null = null;

  constructor(configuration: Configuration) {
    this.settings = configuration.google;
    this.dispatcher = providerDispatcher(configuration);
  }

  /** Throws `404` in the shape of `/auth/*` where Google sign-in is not configured. */
  assertOffered(): void {
    if (this.settings === null) throw new AppError(identityErrors.provider_not_found);
  }

  /** Where the browser has to go. Throws `502` when the provider cannot be reached. */
  async authorizationUrl(flow: FlowSecrets, redirectUri: string): Promise<string> {
    const client = await this.client().catch((cause: unknown) => {
      this.noteFailure(cause);
      throw new AppError(identityErrors.provider_unavailable, { cause });
    });
    const url = oidc.buildAuthorizationUrl(client, {
      scope: SCOPE,
      redirect_uri: redirectUri,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Trades the code of a callback for who the person is. Throws `SignInRefused`. */
  async redeem(flow: SignInFlow, parameters: URLSearchParams): Promise<GoogleProfile> {
    const callback = new URL(flow.redirectUri);
    callback.search = parameters.toString();
    try {
      const tokens = await oidc.authorizationCodeGrant(await this.client(), callback, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      return profileOf(tokens.claims()!);
    } catch (cause) {
      throw this.refusal(cause);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private refusal(cause: unknown): SignInRefused {
    const denied = cause instanceof oidc.AuthorizationResponseError && cause.error === 'access_denied';
    if (denied) return new SignInRefused('ACCESS_DENIED', { cause });
    this.noteFailure(cause);
    return new SignInRefused('PROVIDER_ERROR', { cause });
  }

  /** Also forgets what was discovered, at most once a minute, so that a moved endpoint heals with the next sign-in. */
  private noteFailure(cause: unknown): void {
    if (Date.now() - this.forgottenAt >= FORGOTTEN_AFTER_MS) {
      this.discovered = null;
      this.forgottenAt = Date.now();
    }
    // Only names: what is inside quotes the provider's answer, which may hold tokens.
    const { name, code } = cause as { name?: string; code?: string };
    this.log.warn({ error: name, code }, 'sign-in with Google failed');
  }

  private client(): Promise<oidc.Configuration> {
    if (this.discovered === null || this.discovered.until < Date.now()) {
      const discovered = { client: this.discover(), until: Date.now() + DISCOVERY_LIFETIME_MS };
      this.discovered = discovered;
      // An outage heals with the next sign-in.
      discovered.client.catch(() => {
        if (this.discovered === discovered) this.discovered = null;
      });
    }
    return this.discovered.client;
  }

  private async discover(): Promise<oidc.Configuration> {
    this.assertOffered();
    const { issuerUrl, clientId, clientSecret } = this.settings!;
    const issuer = new URL(issuerUrl);
    const insecure = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(issuer, clientId, clientSecret, oidc.ClientSecretPost(clientSecret), {
      [oidc.customFetch]: (url, options) => this.fetch(url, options),
      timeout: TIMEOUT_SECONDS,
      execute: [oidc.enableNonRepudiationChecks, ...insecure],
    });
  }

  /** Through the operator's egress proxy and roots (R24.12); the caller's signal bounds the body too. */
  private async fetch(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
    const { status, headers, body } = await fetch(url, {
      ...(options as RequestInit),
      dispatcher: this.dispatcher,
    });
    const bytes = await readBounded(body, ANSWER_LIMIT_BYTES);
    return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), {
      status,
      headers: [...headers],
    });
  }
}

function profileOf(claims: oidc.IDToken): GoogleProfile {
  const { sub, email, email_verified: verified, name } = claims;
  if (!SUBJECT.test(sub)) throw new Error('the subject of the ID token is not one');
  return {
    subject: sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: verified === true,
    name: typeof name === 'string' ? displayName(name) : null,
  };
}
