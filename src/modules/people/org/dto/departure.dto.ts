import { ArrayField, StringField } from '../../../../kernel/http/fields.js';

export class ChannelAppResponse {
  @StringField()
  provider: string;
}

export class DepartingWorkspaceResponse {
  @StringField()
  id: string;

  @StringField({ nullable: true })
  name: string | null;

  @ArrayField(ChannelAppResponse, { description: 'Chat apps installed for its agents; they go with it.' })
  channelApps: ChannelAppResponse[];
}

export class DepartureImpactResponse {
  @ArrayField(DepartingWorkspaceResponse, { description: 'Deleted with everything in them.' })
  workspacesDeleted: DepartingWorkspaceResponse[];
}
