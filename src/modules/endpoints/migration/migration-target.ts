import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { type EnvHttpProxyAgent, request } from 'undici';
import { Configuration } from '../../../kernel/config/configuration.js';
import { readBounded } from '../../../kernel/egress/bounded-body.js';
import { providerDispatcher } from '../../../kernel/egress/provider-dispatcher.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { ErrorDefinition } from '../../../kernel/errors/error-definition.js';
import { validateDto } from '../../../kernel/http/fields/validation.pipe.js';
import type { ImportedAgentRequest, ImportedSecretRequest } from './dto/migrate-import.dto.js';
import { MigrationReportResponse } from './dto/migration-report.dto.js';
import { migrationErrors } from './migration.errors.js';

/** A thousand secrets take a few seconds there; one that takes longer than this is not coming back. */
const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_MESSAGE = 300;

/** What of the other side's refusals means the same to who asked here, in the other side's words. */
const PASSED_ON: Readonly<Record<number, ErrorDefinition>> = {
  400: migrationErrors.migration_content_refused,
  403: migrationErrors.migration_refused,
  409: migrationErrors.migration_conflict,
  410: migrationErrors.migration_retired,
};

export interface MigrationPayload {
  secrets: readonly ImportedSecretRequest[];
  agents: readonly ImportedAgentRequest[];
}

/** The other deployment's `POST /v1/migrate/import`, through the operator's egress proxy and roots (R24.12). */
@Injectable()
export class MigrationTarget implements OnModuleDestroy {
  private readonly log = new Logger(MigrationTarget.name);
  private readonly dispatcher: EnvHttpProxyAgent;

  constructor(configuration: Configuration) {
    this.dispatcher = providerDispatcher(configuration);
  }

  /** What the other side says it took and skipped. Throws a flat error with the reason in words when it does not. */
  async import(origin: string, apiKey: string, payload: MigrationPayload): Promise<MigrationReportResponse> {
    const answer = await this.send(origin, apiKey, payload).catch((cause: unknown) => {
      throw this.failed(origin, cause);
    });
    const { status, body } = answer;
    if (status === 200) return this.reportIn(origin, body);
    if (status === 401) throw new AppError(migrationErrors.migration_target_key_refused);
    const code = PASSED_ON[status];
    if (code === undefined) throw this.failed(origin, new Error(`it answered ${status}`));
    throw new AppError(code, { message: messageIn(body) });
  }

  async onModuleDestroy(): Promise<void> {
    await this.dispatcher.close();
  }

  /** Redirects are not followed: the values are for that origin only. */
  private async send(
    origin: string,
    apiKey: string,
    payload: MigrationPayload,
  ): Promise<{ status: number; body: unknown }> {
    const { statusCode, body } = await request(`${origin}/v1/migrate/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ version: 1, ...payload }),
      dispatcher: this.dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await readBounded(body, MAX_ANSWER_BYTES)).toString('utf8');
    return { status: statusCode, body: parsed(text) };
  }

  private reportIn(origin: string, body: unknown): MigrationReportResponse {
    try {
      return validateDto(MigrationReportResponse, body);
    } catch (cause) {
      throw this.failed(origin, cause);
    }
  }

  private failed(origin: string, cause: unknown): AppError {
    this.log.warn({ err: cause, origin }, 'target deployment rejected an export');
    return new AppError(migrationErrors.migration_target_failed, { cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The words of a flat or an enveloped error, cut to a sentence. */
function messageIn(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  const message: unknown =
    typeof error === 'string' ? error : (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message !== '' ? message.slice(0, MAX_MESSAGE) : undefined;
}
