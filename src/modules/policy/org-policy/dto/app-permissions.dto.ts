import { Field } from '../../../../kernel/http/fields/fields.js';
import type { AppPermission, ToolDefault } from '../model/app-permissions.js';
import { BODY_CONDITIONS_SCHEMA } from './rule-conditions.dto.js';

const MAX_TOOL_ID = 255;
/** Every tool of the largest app, several times over. */
const MAX_CHANGES = 1_000;
const PERMISSION = { type: 'string', enum: ['allow', 'manual_approval', 'block'] };

class ToolPermissionChange {
  @Field.string({ minLength: 1, maxLength: MAX_TOOL_ID })
  toolId: string;

  @Field.oneOf(['allow', 'manual_approval', 'block', 'inherit'], {
    description: '`inherit`, which agents once had, is refused: an organization has no level above it.',
    schema: { enum: ['allow', 'manual_approval', 'block'] },
  })
  permission: AppPermission | 'inherit';
}

export class SetAppPermissionsRequest {
  @Field.list(ToolPermissionChange, {
    minItems: 1,
    maxItems: MAX_CHANGES,
    description: 'If a tool is named twice, the last entry applies.',
  })
  changes: ToolPermissionChange[];

  @Field.json({
    optional: true,
    schema: BODY_CONDITIONS_SCHEMA,
    description: 'Replaces the conditions of every permission that gets tools from this request.',
  })
  conditions?: unknown;
}

export class AppPermissionsResponse {
  @Field.json({
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['permission', 'conditions'],
        properties: { permission: PERMISSION, conditions: BODY_CONDITIONS_SCHEMA },
      },
    },
  })
  defaults: Record<string, ToolDefault>;

  @Field.json({ schema: { type: 'object', maxProperties: 0 } })
  byAgent: Record<string, never>;
}
