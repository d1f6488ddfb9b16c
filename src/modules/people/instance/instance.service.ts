import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import { UsersService } from '../identity/users/users.service.js';
import { MailService } from '../../foundation/mail/mail.service.js';
import type { SessionClient } from '../identity/sessions/sessions.service.js';
import { RunnerLiveness } from './runner-liveness.js';
import { SetupToken } from './setup-token.js';
import type { InstanceBootstrapResponse, InstanceResponse } from './dto/instance.dto.js';

/** Facts about the deployment that anybody may know: posture only, no names, counts or ids (01 §13). */
@Injectable()
export class InstanceService {
  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly runners: RunnerLiveness,
    private readonly setupToken: SetupToken,
  ) {}

  async facts(): Promise<InstanceResponse> {
    const { edition, entitled, appVersion } = this.configuration;
    return { edition, entitled, version: appVersion, runners: await this.runners.seen() };
  }

  async bootstrap(client: Pick<SessionClient, 'isLocal'>): Promise<InstanceBootstrapResponse> {
    const { edition, entitled, registration, google } = this.configuration;
    const selfHosted = edition === 'onprem';
    const firstAccount = selfHosted && (await this.users.noneExists(this.db));
    return {
      firstAccount,
      setupTokenRequired: firstAccount && this.setupToken.isRequiredOf(client),
      registration,
      signIn: { password: selfHosted, google: selfHosted && google !== null, sso: entitled },
      emailDelivery: this.mail.deliveryConfigured,
      problems: this.problems(),
    };
  }

  /** Links lead nowhere useful while no public address is known; `API_URL` alone serves them too (R6). */
  private problems(): 'app-url-unset'[] {
    const { appUrlConfigured, apiUrlConfigured } = this.configuration;
    return appUrlConfigured || apiUrlConfigured ? [] : ['app-url-unset'];
  }
}
