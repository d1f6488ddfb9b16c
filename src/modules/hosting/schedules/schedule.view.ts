import type { ScheduleResponse } from './dto/schedule-response.dto.js';
import type { ScheduleEntity } from './records/schedule.entity.js';

export function presentSchedule(row: ScheduleEntity): ScheduleResponse {
  const { id, agentId, name, prompt, schedule, timezone, enabled, disabledReason } = row;
  const { nextFireAt, lastFiredAt, lastOutcome, consecutiveFailures, createdAt } = row;
  return {
    id,
    agentId,
    name,
    prompt,
    schedule,
    timezone,
    enabled,
    disabledReason,
    nextFireAt: nextFireAt.toISOString(),
    lastFiredAt: lastFiredAt?.toISOString() ?? null,
    lastOutcome,
    consecutiveFailures,
    createdAt: createdAt.toISOString(),
  };
}
