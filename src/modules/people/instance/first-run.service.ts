import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AccountsService } from '../identity/accounts/accounts.service.js';
import { PasswordHasher } from '../identity/passwords/password-hasher.js';
import type { Person } from '../identity/users/person.js';
import {
  type OpenedSession,
  type SessionClient,
  SessionsService,
} from '../identity/sessions/sessions.service.js';
import { UsersService } from '../identity/users/users.service.js';
import { OnboardingService, type Provisioned } from '../onboarding/onboarding.service.js';
import type { BootstrapInstanceRequest } from './dto/instance.dto.js';
import { instanceErrors } from './instance.errors.js';
import { SetupToken } from './setup-token.js';

export interface FirstOwner {
  name: string | null;
  email: string;
  password: string;
  organizationName?: string;
}

export interface FirstRun extends Provisioned {
  user: Person;
  opened: OpenedSession;
}

/** Creates the first account with everything session sync would create (01 §13.3). */
@Injectable()
export class FirstRunService {
  constructor(
    private readonly db: Database,
    private readonly setupToken: SetupToken,
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly onboarding: OnboardingService,
  ) {}

  /** Exactly one of several concurrent calls wins; the others meet `409`. */
  async bootstrap(request: BootstrapInstanceRequest, client: SessionClient): Promise<FirstRun> {
    if (!(await this.users.noneExists(this.db)))
      throw new AppError(instanceErrors.instance_already_bootstrapped);
    if (!client.byOwnName) throw new AppError(instanceErrors.first_run_by_foreign_name);
    if (!this.setupToken.admits(request.setupToken, client))
      throw new AppError(instanceErrors.setup_token_refused);
    const passwordHash = await this.hasher.hash(request.password);
    return this.db.tx(async (tx) => {
      const owner = await this.createOwner(tx, request, passwordHash);
      if (owner === null) throw new AppError(instanceErrors.instance_already_bootstrapped);
      const userId = owner.user.id;
      const opened = await this.sessions.open(tx, { userId, method: 'password', remember: true, client });
      return { ...owner, opened };
    });
  }

  /** Creates the owner named by the operator; false when any user exists already. */
  async seed(owner: FirstOwner): Promise<boolean> {
    if (!(await this.users.noneExists(this.db))) return false;
    const passwordHash = await this.hasher.hash(owner.password);
    return this.db.tx(async (tx) => (await this.createOwner(tx, owner, passwordHash)) !== null);
  }

  private async createOwner(
    tx: Tx,
    { name, email, organizationName }: Omit<FirstOwner, 'password'>,
    passwordHash: string,
  ): Promise<({ user: Person } & Provisioned) | null> {
    // Whoever comes with a request was judged by its name already; the operator's seed comes without one.
    if ((await this.users.claimFirstAccount(tx, { byOwnName: true })) !== 'free') return null;
    // Made ahead for somebody else's portal: whoever is first to set the server up must not become that person.
    if ((await this.users.findByEmail(tx, email)) !== null) return null;
    const user = await this.accounts.create(tx, { email, name, passwordHash });
    return { user, ...(await this.onboarding.provision(tx, user, { organizationName })) };
  }
}
