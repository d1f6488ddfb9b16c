import { BodyRules, exactlyOneOf } from '../../../../kernel/http/fields/body-rules.js';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { APP_IDS } from '../../../foundation/app-catalog/catalog.js';
import { Field } from '../../../../kernel/http/fields/fields.js';

const LEVELS = ['organization', 'workspace'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const MAX_TOOLS = 100;
const MAX_PATTERN = 1000;
const MAX_NAME = 255;
/** A host with at most one `*`; no scheme, path, white space or port (02 §6.6.2). IPv6 stands in brackets. */
const HOST_PATTERN = /^(?:\[[0-9a-fA-F:.]+\]|[^\s/:*]*(?:\*[^\s/:*]*)?)$/;
export const HOST_PATTERN_MESSAGE =
  'hostPattern must be a host with at most one *, without scheme, path, port or spaces';
/** The same without U+0000, which the validator refuses in every text, and with the 63 characters of a label. */
const DOCUMENTED_HOST = '^(?![^]*[^.]{64})(?:\\[[0-9a-fA-F:.]+\\]|[^\\s/:*\\x00]*(?:\\*[^\\s/:*\\x00]*)?)$';

/** An explicit null for an optional field is read as omitted (02 §6.6.1). */
const OMISSIBLE = { optional: true, nullAsAbsent: true } as const;
const TOOLS = { ...OMISSIBLE, maxItems: MAX_TOOLS, itemMinLength: 1, itemMaxLength: MAX_NAME } as const;

export class AppTargetRequest {
  @Field.oneOf(['app'])
  kind: 'app';

  @Field.string({
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'An app of the catalog.',
    schema: { enum: APP_IDS },
  })
  provider: string;

  @Field.list('string', {
    ...TOOLS,
    description: 'Tool ids or group wildcards. An empty list means the whole app.',
  })
  tools?: string[];

  @Field.oneOf(LEVELS, {
    ...OMISSIBLE,
    description: 'In an allow rule with identities: also injects every connection of this level.',
  })
  connectionScope?: (typeof LEVELS)[number];
}

export class ConnectionTargetRequest {
  @Field.oneOf(['connection'])
  kind: 'connection';

  @Field.string({
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'A connection shared by the organization.',
  })
  connectionId: string;

  @Field.list('string', TOOLS)
  tools?: string[];
}

@BodyRules(exactlyOneOf(['secretId', 'secretScope'], 'A secret target needs either secretId or secretScope'))
export class SecretTargetRequest {
  @Field.oneOf(['secret'])
  kind: 'secret';

  @Field.string({
    ...OMISSIBLE,
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'A secret shared by the organization. Either this or `secretScope` is set.',
  })
  secretId?: string;

  @Field.oneOf(LEVELS, { ...OMISSIBLE, description: 'Every secret of this level.' })
  secretScope?: (typeof LEVELS)[number];
}

export class NetworkTargetRequest {
  @Field.oneOf(['network'])
  kind: 'network';

  @Field.string({
    trim: true,
    minLength: 1,
    maxLength: MAX_PATTERN,
    pattern: HOST_PATTERN,
    schema: { pattern: DOCUMENTED_HOST },
    patternMessage: HOST_PATTERN_MESSAGE,
    description: 'A host name; one `*` stands for one or more characters.',
    example: '*.example.com',
  })
  hostPattern: string;

  @Field.string({
    ...OMISSIBLE,
    trim: true,
    maxLength: MAX_PATTERN,
    description: 'If empty or absent, covers every path.',
    example: '/v1/*',
  })
  pathPattern?: string;

  @Field.oneOf(METHODS, { ...OMISSIBLE, description: 'If absent, covers every method.' })
  method?: (typeof METHODS)[number];
}

export const TARGET_REQUESTS = {
  app: AppTargetRequest,
  connection: ConnectionTargetRequest,
  secret: SecretTargetRequest,
  network: NetworkTargetRequest,
} as const;
export type TargetKind = keyof typeof TARGET_REQUESTS;
export type TargetRequest = InstanceType<(typeof TARGET_REQUESTS)[TargetKind]>;

/** Brings the four kinds into the OpenAPI document. */
export const DescribesTargets = (): ClassDecorator => ApiExtraModels(...Object.values(TARGET_REQUESTS));

export const TARGETS_SCHEMA = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: {
    oneOf: Object.values(TARGET_REQUESTS).map((type) => ({ $ref: getSchemaPath(type) })),
    discriminator: { propertyName: 'kind' },
  },
};
