import { Field } from '../http/fields/fields.js';

export class HealthResponse {
  @Field.oneOf(['ok'])
  status: 'ok';

  @Field.string({ description: 'Version of the server; `unknown` if the build has no version stamp.' })
  version: string;

  @Field.dateTime()
  timestamp: string;
}

export class LivenessResponse {
  @Field.oneOf(['ok'])
  status: 'ok';

  @Field.string()
  version: string;
}

export class ReadinessChecksResponse {
  @Field.oneOf(['ok', 'unavailable'])
  database: 'ok' | 'unavailable';

  @Field.oneOf(['ok', 'draining'])
  drain: 'ok' | 'draining';

  @Field.oneOf(['ok', 'unavailable'], {
    optional: true,
    description:
      'Present if a Redis is configured. Without it the server counts in PostgreSQL and stays ready.',
  })
  redis?: 'ok' | 'unavailable';
}

export class ReadinessResponse {
  @Field.oneOf(['ok', 'unavailable'])
  status: 'ok' | 'unavailable';

  @Field.object(ReadinessChecksResponse, {
    optional: true,
    description: 'Present if one of them is not `ok`.',
  })
  checks?: ReadinessChecksResponse;
}
