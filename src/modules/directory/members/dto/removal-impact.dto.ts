import { Field } from '../../../../kernel/http/fields/fields.js';
import { DepartingWorkspaceResponse } from '../../../people/org/dto/member-removal.dto.js';

export class RemovalImpactResponse {
  @Field.list(DepartingWorkspaceResponse, {
    description: 'Workspaces that are deleted with everything in them.',
  })
  workspaces: DepartingWorkspaceResponse[];
}
