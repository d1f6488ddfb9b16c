import { TURN_STATUSES, type TurnStatus } from '../../../../domain/agents/conversations/turn-status.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { LEASE_SECONDS } from '../../conversations/records/conversation-rules.js';

export const MAX_RUNNER_WAIT_SECONDS = 25;
export const HEARTBEAT_SECONDS = 20;
const MAX_LEASES = 100;
const DURABILITIES = ['resident', 'snapshot'] as const;

export class RunnerCapabilitiesRequest {
  @Field.integer({
    min: 1,
    max: 1_000_000,
    description: 'How many agents the runner may have started at once.',
  })
  maxSandboxes: number;
  @Field.string({ minLength: 1, maxLength: 200 }) backend: string;
  @Field.oneOf(DURABILITIES) homeDurability: (typeof DURABILITIES)[number];
  @Field.boolean({ optional: true, description: 'Whether the runner accepts follow-ups while a turn runs.' })
  steer?: boolean;
  @Field.boolean({ optional: true, description: 'Whether the runner downloads attachments.' })
  attachments?: boolean;
  @Field.boolean({
    optional: true,
    description: 'Whether the runner keeps no session and needs the history.',
  })
  history?: boolean;
}

export class ResumedLeaseRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) turnId: string;
  @Field.string({ minLength: 1, maxLength: 100 }) leaseId: string;
}

export class RegisterRunnerRequest {
  @Field.string({ minLength: 1, maxLength: 200 }) name: string;
  @Field.string({ minLength: 1, maxLength: 100, description: 'New at each start of the daemon.' })
  bootId: string;
  @Field.object(RunnerCapabilitiesRequest) capabilities: RunnerCapabilitiesRequest;
  @Field.list(ResumedLeaseRequest, {
    optional: true,
    maxItems: MAX_LEASES,
    description: 'Runs of its previous start that the runner can continue.',
  })
  resume?: ResumedLeaseRequest[];
}

export class RegisteredRunnerResponse {
  @Field.string() runnerId: string;
  @Field.integer() leaseSeconds: number = LEASE_SECONDS;
  @Field.integer() heartbeatSeconds: number = HEARTBEAT_SECONDS;
  @Field.integer() maxWaitSeconds: number = MAX_RUNNER_WAIT_SECONDS;
  @Field.list('string') resumed: string[];
}

export class RunnerWorkRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) bootId: string;
  @Field.integer({ optional: true, min: 0, max: MAX_RUNNER_WAIT_SECONDS }) wait?: number;
  @Field.integer({ optional: true, min: 1, max: 10 }) limit?: number;
}

export class RunnerWorkItemsResponse {
  @Field.json({ schema: { type: 'array', items: { type: 'object', additionalProperties: true } } })
  items: object[];
}

export class RunnerHeartbeatRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) bootId: string;
  @Field.list('string', { optional: true, maxItems: MAX_LEASES, itemMaxLength: 100 }) leases?: string[];
  @Field.object(RunnerCapabilitiesRequest, { optional: true }) capabilities?: RunnerCapabilitiesRequest;
}

export class RenewedLeaseResponse {
  @Field.string() leaseId: string;
  @Field.dateTime() expiresAt: string;
}

export class RunnerHeartbeatResultResponse {
  @Field.list(RenewedLeaseResponse) renewed: RenewedLeaseResponse[];
  @Field.list('string') lost: string[];
  @Field.list('string', { description: 'Turns to abort.' }) abort: string[];
}

export class RunnerTurnResponse {
  @Field.oneOf(['closed', 'already_closed']) outcome: 'closed' | 'already_closed';
  @Field.oneOf(TURN_STATUSES) status: TurnStatus;
}

export class RunnerReleaseResponse {
  @Field.oneOf(['queued']) status: 'queued';
}
