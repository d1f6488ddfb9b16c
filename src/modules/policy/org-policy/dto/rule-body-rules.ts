/** What spans the fields of a rule body (02 §6.4 to §6.8), as far as the body alone shows it. */
import {
  atLeastOneOf,
  type BodyRule,
  fieldIn,
  given,
  without,
} from '../../../../kernel/http/fields/body-rules.js';

const DECISIONS_THAT_ALLOW = ['allow', 'rate_limit', 'manual_approval'];
const FIELDS = [
  'name',
  'description',
  'enabled',
  'action',
  'rateLimit',
  'rateLimitWindow',
  'requireApproval',
  'conditions',
  'identities',
  'targets',
];
const LIMIT = ['rateLimit', 'rateLimitWindow'];

const LIMITED_ACTION_HAS_LIMIT: BodyRule = {
  schema: {
    anyOf: [fieldIn('action', ['allow', 'block', 'manual_approval'], 'absent'), given(...LIMIT)],
  },
  problemOf: ({ action, rateLimit, rateLimitWindow }) =>
    action === 'rate_limit' && (rateLimit === undefined || rateLimitWindow === undefined)
      ? 'rateLimit and rateLimitWindow are required when action is rate_limit'
      : null,
};

// The service words the others: it judges the merged state of a change by the same rules.

const LIMIT_IS_WHOLE: BodyRule = { schema: { anyOf: [given(...LIMIT), without(...LIMIT)] } };

/** A `null` clears a field, and a limit that is half cleared is none. */
const LIMIT_IS_NOT_HALF_CLEARED: BodyRule = {
  schema: {
    anyOf: [
      { not: given(...LIMIT) },
      { properties: { rateLimit: { type: 'null' }, rateLimitWindow: { type: 'null' } } },
      { properties: { rateLimit: { type: 'integer' }, rateLimitWindow: { type: 'string' } } },
      fieldIn('action', ['rate_limit']),
    ],
  },
};

/** What is blocked is neither counted nor held. */
const BLOCK_STANDS_ALONE: BodyRule = {
  schema: {
    anyOf: [
      fieldIn('action', DECISIONS_THAT_ALLOW, 'absent'),
      {
        properties: {
          rateLimit: { type: 'null' },
          rateLimitWindow: { type: 'null' },
          requireApproval: { const: false },
        },
      },
    ],
  },
};

/** A resource scope narrows what an allow rule injects, and only a connection can be narrowed. */
const SCOPE_NEEDS_CONNECTION: BodyRule = {
  schema: {
    anyOf: [
      { properties: { conditions: { not: { type: 'object' } } } },
      {
        properties: {
          action: { enum: DECISIONS_THAT_ALLOW },
          targets: { contains: { required: ['kind'], properties: { kind: { const: 'connection' } } } },
        },
      },
    ],
  },
};

export const NEW_RULE = [
  LIMITED_ACTION_HAS_LIMIT,
  LIMIT_IS_WHOLE,
  BLOCK_STANDS_ALONE,
  SCOPE_NEEDS_CONNECTION,
];
export const CHANGED_RULE = [
  atLeastOneOf(FIELDS),
  LIMIT_IS_NOT_HALF_CLEARED,
  BLOCK_STANDS_ALONE,
  SCOPE_NEEDS_CONNECTION,
];
