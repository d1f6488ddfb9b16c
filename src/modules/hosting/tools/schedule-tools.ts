import { Injectable } from '@nestjs/common';
import { AgentSchedules } from '../schedules/agent-schedules.js';
import { CreateScheduleRequest } from '../schedules/dto/schedule-request.dto.js';
import { CancelTaskArguments, NoArguments } from './dto/tool-arguments.dto.js';
import { type PlatformTool, platformTool } from './platform-tool.js';

/** What an agent does by the clock, as its model arranges it (04 §9.4). */
@Injectable()
export class ScheduleTools {
  constructor(private readonly schedules: AgentSchedules) {}

  all(): PlatformTool[] {
    return [this.schedule(), this.list(), this.cancel()];
  }

  private schedule(): PlatformTool {
    return platformTool({
      name: 'schedule_task',
      description:
        'Has you do something later, again and again: at each of these times you are started with the prompt and nothing else, and what you answer is reported here. At most 20 tasks.',
      changes: true,
      args: CreateScheduleRequest,
      run: async (tx, caller, task) => {
        const { id, name, schedule, timezone, nextFireAt } = await this.schedules.add(tx, caller, task);
        const note =
          caller.turn === null
            ? 'Nobody knows which conversation this belongs to, so its results are reported nowhere.'
            : 'Its results are reported in this conversation.';
        return { cronId: id, name, schedule, timezone, nextFireAt, note };
      },
    });
  }

  private list(): PlatformTool {
    return platformTool({
      name: 'list_tasks',
      description: 'What you do by the clock, with when it comes next and how it went last.',
      changes: false,
      args: NoArguments,
      run: async (tx, { agentId }) => {
        const tasks = (await this.schedules.list(tx, agentId)).map((task) => {
          const { id, name, schedule, timezone, enabled, disabledReason, nextFireAt, lastOutcome } = task;
          return {
            ...{ cronId: id, name, schedule, timezone, enabled, nextFireAt },
            ...(disabledReason !== null && { disabledReason }),
            ...(lastOutcome !== null && { lastOutcome }),
          };
        });
        return { tasks };
      },
    });
  }

  private cancel(): PlatformTool {
    return platformTool({
      name: 'cancel_task',
      description: 'Ends a task for good.',
      changes: true,
      args: CancelTaskArguments,
      run: async (tx, caller, { cronId }) => {
        await this.schedules.cancel(tx, caller, cronId);
        return { cancelled: true };
      },
    });
  }
}
