import type { ScheduleResponse } from './dto/schedule-response.dto.js';
import type { ScheduleEntity } from './schedule.entity.js';

export function presentSchedule(row: ScheduleEntity): ScheduleResponse {
  const { createdByUserId: _creator, nextFireAt, lastFiredAt, createdAt, ...shown } = row;
  return {
    ...shown,
    nextFireAt: nextFireAt.toISOString(),
    lastFiredAt: lastFiredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
