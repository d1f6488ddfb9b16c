import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { placesInJobs, SecretBox } from '../../../../kernel/crypto/secret-box.js';
import { sha256 } from '../../../../kernel/crypto/tokens.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { MailService } from '../../../foundation/mail/mail.service.js';
import { normalizeEmail } from '../model/email-address.js';
import { identityErrors } from '../model/identity.errors.js';
import { PasswordResetService } from './password-reset.service.js';

const JOB = 'identity.password-reset';
const WORTHLESS_AFTER_MS = 3_600_000;
const boundTo = placesInJobs(JOB);

/** Rotation of keys finds payloads by this form. */
interface ResetJob {
  id: string;
  sealed: string;
}

interface ResetRequest {
  email: string;
  /** Milliseconds since 1970. */
  askedAt: number;
  dashboardUrl: string;
}

/**
 * Requests for reset links, which anybody makes for any address (01 §11.3). A request writes a job and looks at no
 * account: what it costs and what it waits for is the same for every address. The worker knows who has one.
 */
@Injectable()
export class PasswordResetRequests implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    private readonly jobs: Jobs,
    private readonly mail: MailService,
    private readonly resets: PasswordResetService,
  ) {}

  onModuleInit(): void {
    this.jobs.register(JOB, (payload) => this.perform(payload as ResetJob));
  }

  /** A request that waits already is replaced: of an address at most one is on its way. */
  async request(emailText: string, dashboardUrl: string): Promise<void> {
    const email = normalizeEmail(emailText);
    if (email === null) throw new AppError(identityErrors.invalid_email);
    if (!this.mail.deliveryConfigured) return;
    const id = randomUUID();
    const request: ResetRequest = { email, askedAt: Date.now(), dashboardUrl };
    const job: ResetJob = { id, sealed: this.box.seal(JSON.stringify(request), boundTo(id)) };
    const key = `${JOB}:${sha256(email).toString('hex')}`;
    await this.db.tx((tx) => this.jobs.enqueue(tx, JOB, job, { key }));
  }

  private async perform({ id, sealed }: ResetJob): Promise<void> {
    const { email, askedAt, dashboardUrl } = JSON.parse(this.box.open(sealed, boundTo(id))) as ResetRequest;
    // A link that comes after all is one that nobody waits for any more.
    if (Date.now() - askedAt > WORTHLESS_AFTER_MS) return;
    await this.resets.send(email, dashboardUrl);
  }
}
