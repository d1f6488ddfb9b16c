import { DateTimeField, EnumField, ObjectField, StringField } from '../http/fields.js';

export class HealthDto {
  @EnumField(['ok'])
  status: 'ok';

  @StringField({ description: 'Version of the server, `unknown` when it was not stamped.' })
  version: string;

  @DateTimeField()
  timestamp: string;
}

export class LivenessDto {
  @EnumField(['ok'])
  status: 'ok';

  @StringField()
  version: string;
}

export class ReadinessChecksDto {
  @EnumField(['ok', 'unavailable'])
  database: 'ok' | 'unavailable';

  @EnumField(['ok', 'draining'])
  drain: 'ok' | 'draining';
}

export class ReadinessDto {
  @EnumField(['ok', 'unavailable'])
  status: 'ok' | 'unavailable';

  @ObjectField(ReadinessChecksDto, { optional: true, description: 'Only while unavailable.' })
  checks?: ReadinessChecksDto;
}
