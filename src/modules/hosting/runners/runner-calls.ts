import { Injectable } from '@nestjs/common';
import type { RunnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { RunQueue } from '../conversations/runs/run-queue.js';
import { RunRecovery } from '../conversations/runs/run-recovery.js';
import type { RunnerHeartbeatResultResponse } from './dto/runner.dto.js';
import type { RunnerHeartbeatRequest, RegisterRunnerRequest } from './dto/runner.dto.js';
import { runnerErrors } from './records/runner.errors.js';
import { RunnerStore } from './runner-store.js';

/** A daemon comes, and says that it is still there (04 §9.2). */
@Injectable()
export class RunnerCalls {
  constructor(
    private readonly db: Database,
    private readonly store: RunnerStore,
    private readonly queue: RunQueue,
    private readonly recovery: RunRecovery,
  ) {}

  /** Supersedes its earlier starts; what those held is recovered unless it is resumed. */
  async register(
    caller: RunnerCaller,
    body: RegisterRunnerRequest,
  ): Promise<{ runnerId: string; resumed: string[] }> {
    const { name, bootId, capabilities, resume = [] } = body;
    const runnerId = await this.db.tx((tx) =>
      this.store.register(tx, caller.tokenHash, { name, bootId, capabilities }),
    );
    const named = resume.filter(({ turnId, leaseId }) => isUuid(turnId) && isUuid(leaseId));
    return { runnerId, resumed: await this.recovery.supersede({ runnerId, bootId }, named) };
  }

  async heartbeat(runnerId: string, body: RunnerHeartbeatRequest): Promise<RunnerHeartbeatResultResponse> {
    const { bootId, leases = [], capabilities } = body;
    if (capabilities !== undefined) await this.store.setCapabilities(runnerId, capabilities);
    const renewed = await this.queue.renew({ runnerId, bootId }, leases.filter(isUuid));
    const held = new Set(renewed.map(({ leaseId }) => leaseId));
    return {
      renewed: renewed.map(({ leaseId, expiresAt }) => ({ leaseId, expiresAt: expiresAt.toISOString() })),
      lost: leases.filter((lease) => !held.has(lease)),
      abort: renewed.filter(({ abortRequested }) => abortRequested).map(({ turnId }) => turnId),
    };
  }
}

/** The runner that calls; one that never registered has no business anywhere else. */
export function registered({ runnerId }: RunnerCaller): string {
  if (runnerId === null) throw new AppError(runnerErrors.runner_unauthorized);
  return runnerId;
}

/** The runner that calls, in the start of it that is at work. */
export function currentBoot(caller: RunnerCaller, bootId: string): string {
  const runnerId = registered(caller);
  if (caller.bootId !== bootId) throw new AppError(runnerErrors.boot_superseded);
  return runnerId;
}
