import { Field } from '../../../../kernel/http/fields/fields.js';
import { DepartingWorkspaceResponse } from '../../../people/org/dto/member-removal.dto.js';

export class RemovalImpactResponse {
  @Field.list(DepartingWorkspaceResponse, { description: 'Deleted with everything in them.' })
  workspaces: DepartingWorkspaceResponse[];
}
