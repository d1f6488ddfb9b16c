import { COMPUTE_STATES, type ComputeState } from '../../../../domain/agents/sandboxes/compute-report.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { PROCESS_STATUSES, type ProcessStatus } from '../records/process.entity.js';

const REF = { minLength: 1, maxLength: 200 };
const LARGEST_GENERATION = 2_147_483_647;

export class RunnerStateRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) bootId: string;
  @Field.oneOf(COMPUTE_STATES) state: ComputeState;
  @Field.string({ ...REF, optional: true, description: "The runner's own id of this start of the sandbox." })
  computeRef?: string;
  @Field.string({ ...REF, optional: true, description: "The runner's own id of the home." })
  homeRef?: string;
  @Field.string({ optional: true, maxLength: 64, description: 'Why the agent could not be started.' })
  reasonCode?: string;
  @Field.string({ optional: true, maxLength: 2_000, description: "Text for the server's log." })
  error?: string;
}

export class HomeFileResponse {
  @Field.string() path: string;
  @Field.string() content: string;
}

export class RunnerHomeResponse {
  @Field.integer() generation: number;
  @Field.string({ nullable: true }) instructions: string | null;
  @Field.string() agentName: string;
  @Field.list(HomeFileResponse) files: HomeFileResponse[];
}

export class RunnerHomeAppliedRequest {
  @Field.integer({ min: 1, max: LARGEST_GENERATION }) generation: number;
  @Field.string(REF) computeRef: string;
}

/** Nobody is shown what it runs or writes: of that only the form is judged. */
export class ReportedProcessRequest {
  @Field.string(REF) ref: string;
  @Field.string({ maxLength: 2_000 }) command: string;
  @Field.string({ optional: true, nullable: true, maxLength: 100 }) name?: string | null;
  @Field.oneOf(PROCESS_STATUSES) status: ProcessStatus;
  @Field.integer({ optional: true, nullable: true, min: -LARGEST_GENERATION, max: LARGEST_GENERATION })
  exitCode?: number | null;
  @Field.string({ optional: true, nullable: true, maxLength: 64 }) signal?: string | null;
  @Field.string({
    optional: true,
    nullable: true,
    maxLength: 1_000,
    description: "The end of the process's output.",
  })
  tail?: string | null;
  @Field.dateTime({ optional: true, nullable: true }) startedAt?: string | null;
  @Field.dateTime({ optional: true, nullable: true }) endedAt?: string | null;
}

export class RunnerProcessRequest {
  @Field.string(REF) computeRef: string;
  @Field.object(ReportedProcessRequest) process: ReportedProcessRequest;
}
