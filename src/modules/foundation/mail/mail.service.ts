import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { Configuration } from '../../../kernel/config/configuration.js';
import { placesInJobs, SecretBox } from '../../../kernel/crypto/secret-box.js';
import type { Tx } from '../../../kernel/database/database.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { OrganizationShares } from '../../../kernel/scheduling/fair-turns.js';
import { MailSuppressions } from './mail-suppressions.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

type Headers = NonNullable<SendMailOptions['headers']>;

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A mail that could not be delivered until then is dropped: its content is worthless afterwards. */
  notAfter: Date;
  /** The recipient asked for it, so an unsubscribed address gets it too (01 §20). */
  requested: boolean;
}

/** What the jobs table holds: links in mails carry tokens, so the content is sealed (01 §3.1.2). */
interface SendMailJob {
  id: string;
  sealed: string;
}

const SEND_JOB = 'mail.send';
const boundTo = placesInJobs(SEND_JOB);
const SOCKET_TIMEOUT_MS = 20_000;
/** How long a request waits for the mail server before it leaves the mail to the queue. */
const FIRST_TRY_MS = 5_000;
/** Longer than the first try can take, so that the queue does not send the same mail beside it. */
const QUEUE_DELAY_MS = 3 * 60_000;
const MAX_FIRST_TRIES = 10;

/**
 * Mail goes out only through a job enqueued in the caller's transaction: no SMTP inside a
 * transaction, and nothing is sent for a change that was rolled back (01 §20).
 */
@Injectable()
export class MailService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private transport: Transporter | null = null;
  private firstTries = 0;
  private readonly triesOf = new Map<string, number>();
  private readonly shares = new OrganizationShares();

  constructor(
    private readonly configuration: Configuration,
    private readonly box: SecretBox,
    private readonly jobs: Jobs,
    private readonly urls: PublicUrls,
    private readonly suppressions: MailSuppressions,
    private readonly unsubscribeTokens: UnsubscribeTokens,
  ) {}

  /** Whether mail can be sent at all: both `SMTP_URL` and `MAIL_FROM` are set. */
  get deliveryConfigured(): boolean {
    return this.configuration.smtpUrl !== null && this.configuration.mailFrom !== null;
  }

  async onModuleInit(): Promise<void> {
    if (this.deliveryConfigured) this.transport = await this.connect();
    this.jobs.register(SEND_JOB, async (payload) => void (await this.deliver(payload as SendMailJob)));
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  /**
   * Queues a message; `sender` is who makes this server send it: an organization, a partner, or the account that asked
   * for it (R62). Without configured delivery nothing happens.
   */
  async enqueue(tx: Tx, sender: string, message: MailMessage): Promise<void> {
    if (this.deliveryConfigured) await this.enqueueSealed(tx, sender, message);
  }

  /**
   * Queues a message and returns the first try at delivering it, for the caller to make after the commit: true
   * when the mail server took the message. It never throws and ends within five seconds; what it did not achieve
   * the queue goes on trying.
   */
  async enqueueWithFirstTry(tx: Tx, sender: string, message: MailMessage): Promise<() => Promise<boolean>> {
    if (!this.deliveryConfigured) return () => Promise.resolve(false);
    const job = await this.enqueueSealed(tx, sender, message, new Date(Date.now() + QUEUE_DELAY_MS));
    return () => this.tryFirst(job, sender);
  }

  private async enqueueSealed(
    tx: Tx,
    sender: string,
    message: MailMessage,
    runAt?: Date,
  ): Promise<SendMailJob> {
    const id = randomUUID();
    const job = { id, sealed: this.box.seal(JSON.stringify(message), boundTo(id)) };
    await this.jobs.enqueue(tx, SEND_JOB, job, { key: id, runAt, owner: sender });
    return job;
  }

  /** A mail server that hangs must not gather connections: beyond a few at once the queue alone delivers. */
  private async tryFirst(job: SendMailJob, sender: string): Promise<boolean> {
    if (!this.beginTry(sender)) return this.leaveToQueue(job);
    const delivered = this.deliverAndWithdraw(job)
      .catch((error: unknown) => {
        this.logger.warn(
          { err: error, mailId: job.id },
          'mail server rejected a mail; the next mails are sent',
        );
        return false;
      })
      .finally(() => this.endTry(sender));
    return Promise.race([delivered, sleep(FIRST_TRY_MS, false, { ref: false })]);
  }

  /** False when there is no room for one more. */
  private beginTry(sender: string): boolean {
    this.shares.used(sender);
    const own = this.triesOf.get(sender) ?? 0;
    if (this.firstTries >= MAX_FIRST_TRIES) return false;
    if (own >= this.shares.mostOf(MAX_FIRST_TRIES, 1, sender)) return false;
    this.firstTries++;
    this.triesOf.set(sender, own + 1);
    return true;
  }

  /** The queue has no first try to wait for. */
  private async leaveToQueue({ id }: SendMailJob): Promise<false> {
    await this.jobs.hasten(id).catch((error: unknown) => {
      this.logger.warn(
        { err: error, mailId: id },
        'mail was queued but its job was not triggered; it is sent later',
      );
    });
    return false;
  }

  private endTry(sender: string): void {
    this.firstTries--;
    const left = this.triesOf.get(sender)! - 1;
    if (left > 0) this.triesOf.set(sender, left);
    else this.triesOf.delete(sender);
  }

  private async deliverAndWithdraw(job: SendMailJob): Promise<boolean> {
    const delivered = await this.deliver(job);
    await this.jobs.withdraw(job.id);
    return delivered;
  }

  /** True when the mail server took the message; throws when it did not; false when nothing was to be sent. */
  private async deliver(job: SendMailJob): Promise<boolean> {
    const message = JSON.parse(this.box.open(job.sealed, boundTo(job.id))) as
      (Omit<MailMessage, 'notAfter'> & { notAfter: string }) | null;
    // Null: a release before queued those for requests that it refused.
    if (message === null || this.transport === null) return false;
    if (Date.parse(message.notAfter) <= Date.now()) {
      this.logger.warn({ mailId: job.id }, 'mail could not be delivered in time and was dropped');
      return false;
    }
    if (!message.requested && (await this.suppressions.includes(message.to))) return false;
    const { to, subject, text, html } = message;
    await this.transport.sendMail({
      from: this.configuration.mailFrom ?? undefined,
      to,
      subject,
      text,
      html,
      headers: this.unsubscribeHeaders(to),
    });
    return true;
  }

  /** RFC 8058. `prepared` keeps the link in one piece: a folded address is none. */
  private unsubscribeHeaders(to: string): Headers {
    const token = this.unsubscribeTokens.issue(to);
    const link = `<${this.urls.api()}/v1/webhooks/unsubscribe?token=${token}>`;
    return {
      'List-Unsubscribe': { prepared: true, value: link },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
  }

  private async connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: this.configuration.smtpUrl ?? undefined,
      connectionTimeout: SOCKET_TIMEOUT_MS,
      greetingTimeout: SOCKET_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Content is ours, but a template must never be able to make the server read files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
