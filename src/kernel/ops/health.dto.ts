import { DateTimeField, EnumField, ObjectField, StringField } from '../http/fields.js';

export class HealthResponse {
  @EnumField(['ok'])
  status: 'ok';

  @StringField({ description: 'Version of the server, `unknown` when it was not stamped.' })
  version: string;

  @DateTimeField()
  timestamp: string;
}

export class LivenessResponse {
  @EnumField(['ok'])
  status: 'ok';

  @StringField()
  version: string;
}

export class ReadinessChecksResponse {
  @EnumField(['ok', 'unavailable'])
  database: 'ok' | 'unavailable';

  @EnumField(['ok', 'draining'])
  drain: 'ok' | 'draining';

  @EnumField(['ok', 'unavailable'], {
    optional: true,
    description: 'Where a Redis is configured. Without it the server counts in PostgreSQL and stays ready.',
  })
  redis?: 'ok' | 'unavailable';
}

export class ReadinessResponse {
  @EnumField(['ok', 'unavailable'])
  status: 'ok' | 'unavailable';

  @ObjectField(ReadinessChecksResponse, {
    optional: true,
    description: 'Only while one of them is not `ok`.',
  })
  checks?: ReadinessChecksResponse;
}
