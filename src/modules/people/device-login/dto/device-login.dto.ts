import { ArrayField, EnumField, StringField } from '../../../../kernel/http/fields.js';

export class DeviceLoginResponse {
  @StringField({ description: 'Polled with, 32 hexadecimal characters' })
  code: string;

  @StringField({ format: 'uri', description: 'The page on which a person confirms the login' })
  auth_url: string;
}

export class DeviceLoginPollQuery {
  @StringField({ minLength: 1 })
  code: string;
}

export class DeviceLoginOptionsQuery {
  @StringField({
    optional: true,
    minLength: 1,
    description: 'Refused as `confirm` would refuse it, so that nobody is asked in vain',
  })
  code?: string;
}

export class DeviceLoginPollResponse {
  @EnumField(['pending', 'ok', 'expired'])
  status: 'pending' | 'ok' | 'expired';

  @StringField({ optional: true, description: 'With `ok`, which is answered once' })
  api_key?: string;

  @StringField({ optional: true, description: 'With `ok`' })
  workspace_id?: string;
}

class DeviceLoginWorkspaceResponse {
  @StringField()
  id: string;

  @StringField({ nullable: true })
  name: string | null;
}

export class DeviceLoginOrganizationResponse {
  @StringField()
  id: string;

  @StringField()
  name: string;

  @ArrayField(DeviceLoginWorkspaceResponse)
  workspaces: DeviceLoginWorkspaceResponse[];

  @ArrayField(DeviceLoginWorkspaceResponse, { description: 'The same, for older clients' })
  projects: DeviceLoginWorkspaceResponse[];
}

export class DeviceLoginOptionsResponse {
  @ArrayField(DeviceLoginOrganizationResponse)
  organizations: DeviceLoginOrganizationResponse[];
}

export class ConfirmDeviceLoginRequest {
  @StringField({ minLength: 1 })
  code: string;
}

export class ConfirmDeviceLoginResponse {
  @EnumField(['ok'])
  status: 'ok';
}
