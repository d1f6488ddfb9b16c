import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SessionCookies } from '../../../../kernel/access/sessions/session-cookie.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../../kernel/errors/platform-errors.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { ClaimImpacts } from '../../../people/identity/accounts/claim-impacts.js';
import { DeviceCookies } from '../../../people/identity/sessions/device-cookies.js';
import { normalizeEmail } from '../../../people/identity/model/email-address.js';
import { PasswordGuesses } from '../../../people/identity/passwords/password-guesses.js';
import { PasswordHasher } from '../../../people/identity/passwords/password-hasher.js';
import { PasswordsService } from '../../../people/identity/passwords/passwords.service.js';
import { SessionClients } from '../../../people/identity/sessions/session-clients.js';
import { UsersService } from '../../../people/identity/users/users.service.js';
import { OrganizationsService } from '../../../people/organizations/organizations.service.js';
import { SsoConnections, type UsableConnection } from '../connections/store/sso-connections.service.js';
import { BrowserBinding } from './browser-binding.js';
import type { CompleteSsoConfirmationRequest, SsoConfirmationResponse } from './dto/sso-confirmation.dto.js';
import { LoginPage } from './refusals/login-page.js';
import { SsoAccounts } from './accounts/sso-accounts.js';
import { SsoAttempts } from './refusals/sso-attempts.js';
import { ssoConfirmationErrors } from './sso-confirmation.errors.js';
import { type Parked, SsoConfirmations } from './transactions/sso-confirmations.js';
import type { LinkConsent } from './accounts/sso-consents.js';
import { SsoRefused } from './refusals/sso-refused.js';

/** Where the browser goes on to, with what it is to keep. */
export interface Confirmed {
  url: string;
  cookies: string[];
}

/**
 * The step between a verified answer of a provider and the session, where the account was here before and nobody had
 * proved its address (R46): its password, or the consent to what ends without it.
 */
@Injectable()
export class SsoConfirmation {
  constructor(
    private readonly db: Database,
    private readonly confirmations: SsoConfirmations,
    private readonly connections: SsoConnections,
    private readonly browsers: BrowserBinding,
    private readonly accounts: SsoAccounts,
    private readonly attempts: SsoAttempts,
    private readonly users: UsersService,
    private readonly impacts: ClaimImpacts,
    private readonly organizations: OrganizationsService,
    private readonly passwords: PasswordsService,
    private readonly hasher: PasswordHasher,
    private readonly guesses: PasswordGuesses,
    private readonly devices: DeviceCookies,
    private readonly cookies: SessionCookies,
    private readonly clients: SessionClients,
    private readonly urls: PublicUrls,
    private readonly page: LoginPage,
  ) {}

  /** What the page shows; changes nothing. */
  async lookUp(id: string, request: FastifyRequest): Promise<SsoConfirmationResponse> {
    const { usable, email } = await this.parked(id, request);
    const person = await this.users.findByEmail(this.db, email);
    if (person === null) throw new AppError(ssoConfirmationErrors.sso_confirmation_unknown);
    return {
      email,
      organizationName: await this.organizations.nameOf(this.db, usable.organizationId),
      ends: await this.impacts.of(this.db, person.id),
    };
  }

  /** A wrong password leaves the confirmation as it is; whatever comes after the right one uses it up. */
  async complete(
    { confirm, password, endAccess }: CompleteSsoConfirmationRequest,
    request: FastifyRequest,
  ): Promise<Confirmed> {
    const { email } = await this.parked(confirm, request);
    const consent =
      endAccess === true ? ({ kind: 'claim' } as const) : await this.prove(email, password, request);
    const browser = this.browsers.read(request);
    const taken = browser === null ? null : await this.confirmations.take(confirm, browser);
    const usable = taken && (await this.connections.byId(taken.connectionId));
    if (!taken || !usable) throw new AppError(ssoConfirmationErrors.sso_confirmation_unknown);
    const known = consent.kind === 'password' ? [this.devices.remembering(request, email)] : [];
    return this.enter({ usable, taken, consent, request }, known);
  }

  private async enter(
    {
      usable,
      taken,
      consent,
      request,
    }: { usable: UsableConnection; taken: Parked; consent: LinkConsent; request: FastifyRequest },
    cookies: string[],
  ): Promise<Confirmed> {
    const entry = { client: this.clients.of(request), replaces: this.cookies.read(request), consent };
    try {
      const { token } = await this.attempts.audited(usable, () =>
        this.accounts.enter(usable, taken.identity, entry),
      );
      const session = this.cookies.issued(token, { persistent: false });
      return { url: this.urls.dashboard(request) + taken.returnTo, cookies: [session, ...cookies] };
    } catch (error) {
      if (error instanceof SsoRefused) return { url: this.page.failTo(request, error.code), cookies: [] };
      throw error;
    }
  }

  private async prove(
    email: string,
    password: string | undefined,
    request: FastifyRequest,
  ): Promise<LinkConsent> {
    const device = this.devices.deviceOf(request, email);
    const guess = await this.guesses.begin(email, device, platformErrors.throttled);
    const credential = await this.passwords.find(email);
    const matches = await this.hasher.verify(credential?.passwordHash ?? null, password ?? '');
    if (credential === null || !matches) {
      await guess.failed();
      throw new AppError(ssoConfirmationErrors.sso_confirmation_password);
    }
    await guess.requireRoom();
    return { kind: 'password', credential };
  }

  private async parked(
    id: string,
    request: FastifyRequest,
  ): Promise<Parked & { usable: UsableConnection; email: string }> {
    const browser = this.browsers.read(request);
    const parked = browser === null ? null : await this.confirmations.find(id, browser);
    const usable = parked && (await this.connections.byId(parked.connectionId));
    const email = normalizeEmail(parked?.identity.email ?? '');
    if (!parked || !usable || email === null)
      throw new AppError(ssoConfirmationErrors.sso_confirmation_unknown);
    return { ...parked, usable, email };
  }
}
