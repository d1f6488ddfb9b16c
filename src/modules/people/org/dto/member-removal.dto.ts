import { Field } from '../../../../kernel/http/fields/fields.js';

export class ChannelAppResponse {
  @Field.string()
  provider: string;
}

export class DepartingWorkspaceResponse {
  @Field.string()
  id: string;

  @Field.string({ nullable: true })
  name: string | null;

  @Field.list(ChannelAppResponse, {
    description: 'Chat apps installed for its agents, which are deleted with it.',
  })
  channelApps: ChannelAppResponse[];
}

export class DepartureImpactResponse {
  @Field.list(DepartingWorkspaceResponse, {
    description: 'Workspaces that are deleted with everything in them.',
  })
  workspacesDeleted: DepartingWorkspaceResponse[];
}
