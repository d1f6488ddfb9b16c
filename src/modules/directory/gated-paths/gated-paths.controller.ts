import { All, Controller, NotFoundException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';

/** Below these paths everything belongs to the licensed directory. */
const PREFIXES = [
  'v1/auth/sso',
  'v1/org/domains',
  'v1/org/groups',
  'v1/org/members',
  'v1/org/role-mappings',
  'v1/org/scim',
  'v1/org/sso',
  'v1/provisions',
  'v1/team/provisions',
  'v1/workspaces/:workspaceId/access',
];

/**
 * What no endpoint serves below a licensed prefix: without the licence it is refused like what there is, so that a
 * client takes the whole of it for locked and none of it for missing (05 §1.1.3).
 */
@Controller()
@ApiExcludeController()
export class GatedPathsController {
  @All(PREFIXES.map((prefix) => `${prefix}/*`))
  @Public({ edition: 'enterprise', feature: 'The enterprise directory' })
  answer(): never {
    throw new NotFoundException();
  }
}
