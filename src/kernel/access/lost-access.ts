import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Epochs } from '../database/epochs.js';
import type { TenantScope } from '../database/scope.js';
import { AppError } from '../errors/app-error.js';
import { RenewedAccess } from './renewed-access.js';

/** A directory that is being imported raises the epoch hundreds of times a second; a poll or a stream asks again four times. */
const PAUSE_MS = 250;

export interface Watch {
  /** Aborts when the caller would be refused by now; its reason is the refusal. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Whoever is suspended or removed while a poll or a stream of theirs is open is refused at once (05 §2.8). */
@Injectable()
export class LostAccess {
  private readonly log = new Logger(LostAccess.name);

  constructor(
    private readonly epochs: Epochs,
    private readonly access: RenewedAccess,
  ) {}

  /** Looks again whenever something of the organization or the workspace changed, on any process. To be stopped with the answer. */
  watch({ organizationId, workspaceId }: TenantScope, request: FastifyRequest): Watch {
    const scopes = [`org:${organizationId}`, `ws:${workspaceId}`];
    const lost = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const lookAgain = async (): Promise<void> => {
      timer = undefined;
      try {
        await this.access.require(request);
      } catch (error) {
        if (error instanceof AppError) lost.abort(error);
        else this.log.warn({ err: error }, 'a held request could not be judged again');
      }
    };
    const soon = (): void => {
      timer ??= setTimeout(() => void lookAgain(), PAUSE_MS).unref();
    };
    const stops = [
      this.epochs.onRaise((scope) => {
        if (scopes.includes(scope)) soon();
      }),
      this.epochs.onGap(soon),
    ];
    return {
      signal: lost.signal,
      stop: () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      },
    };
  }
}
