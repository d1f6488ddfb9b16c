import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Configuration } from '../../kernel/config/configuration.js';
import { SecretBox } from '../../kernel/crypto/secret-box.js';
import type { Tx } from '../../kernel/database/database.js';
import { Jobs } from '../../kernel/jobs/jobs.js';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A mail that could not be delivered until then is dropped: its content is worthless afterwards. */
  notAfter: Date;
}

/** What the jobs table holds: links in mails carry tokens, so the content is sealed (01 §3.1.2). */
interface SendMailJob {
  id: string;
  sealed: string;
}

const SEND_JOB = 'mail.send';
const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Mail goes out only through a job enqueued in the caller's transaction: no SMTP inside a
 * transaction, and nothing is sent for a change that was rolled back (01 §20).
 */
@Injectable()
export class MailService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly transport: Transporter | null;

  constructor(
    private readonly configuration: Configuration,
    private readonly box: SecretBox,
    private readonly jobs: Jobs,
  ) {
    this.transport = this.deliveryConfigured ? this.connect() : null;
  }

  /** Whether mail can be sent at all: both `SMTP_URL` and `MAIL_FROM` are set. */
  get deliveryConfigured(): boolean {
    return this.configuration.smtpUrl !== null && this.configuration.mailFrom !== null;
  }

  onModuleInit(): void {
    this.jobs.register(SEND_JOB, (payload) => this.deliver(payload as SendMailJob));
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  /** Queues a message; without configured delivery nothing happens and the result is false. */
  async enqueue(tx: Tx, message: MailMessage): Promise<boolean> {
    if (!this.deliveryConfigured) return false;
    await this.enqueueSealed(tx, message);
    return true;
  }

  /** Queues a job that sends nothing, so that a refused mail costs the caller the same time as a real one. */
  async enqueueDecoy(tx: Tx): Promise<void> {
    if (this.deliveryConfigured) await this.enqueueSealed(tx, null);
  }

  private async enqueueSealed(tx: Tx, message: MailMessage | null): Promise<void> {
    const id = randomUUID();
    const sealed = this.box.seal(JSON.stringify(message), boundTo(id));
    await this.jobs.enqueue(tx, SEND_JOB, { id, sealed } satisfies SendMailJob);
  }

  private async deliver(job: SendMailJob): Promise<void> {
    const message = JSON.parse(this.box.open(job.sealed, boundTo(job.id))) as
      (Omit<MailMessage, 'notAfter'> & { notAfter: string }) | null;
    if (message === null || this.transport === null) return;
    if (Date.parse(message.notAfter) <= Date.now()) {
      this.logger.warn({ mailId: job.id }, 'mail dropped: it could not be delivered in time');
      return;
    }
    const { to, subject, text, html } = message;
    await this.transport.sendMail({
      from: this.configuration.mailFrom ?? undefined,
      to,
      subject,
      text,
      html,
    });
  }

  private connect(): Transporter {
    return createTransport({
      url: this.configuration.smtpUrl ?? undefined,
      connectionTimeout: SOCKET_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Content is ours, but a template must never be able to make the server read files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}

function boundTo(id: string): string {
  return `${SEND_JOB}:${id}`;
}
