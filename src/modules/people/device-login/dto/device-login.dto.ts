import { Field } from '../../../../kernel/http/fields/fields.js';

export class DeviceLoginResponse {
  @Field.string({ description: 'Code for polling, 32 hexadecimal characters' })
  code: string;

  @Field.string({ format: 'uri', description: 'The page on which a person confirms the login' })
  auth_url: string;
}

export class DeviceLoginPollQuery {
  @Field.string({ minLength: 1 })
  code: string;
}

export class DeviceLoginOptionsQuery {
  @Field.string({
    optional: true,
    minLength: 1,
    description: 'Refused in the same cases as `confirm`, so that a page does not ask for nothing',
  })
  code?: string;
}

export class DeviceLoginPollResponse {
  @Field.oneOf(['pending', 'ok', 'expired'])
  status: 'pending' | 'ok' | 'expired';

  @Field.string({ optional: true, description: 'Present with `ok`, which is returned once' })
  api_key?: string;

  @Field.string({ optional: true, description: 'Present with `ok`' })
  workspace_id?: string;
}

class DeviceLoginWorkspaceResponse {
  @Field.string()
  id: string;

  @Field.string({ nullable: true })
  name: string | null;
}

export class DeviceLoginOrganizationResponse {
  @Field.string()
  id: string;

  @Field.string()
  name: string;

  @Field.list(DeviceLoginWorkspaceResponse)
  workspaces: DeviceLoginWorkspaceResponse[];

  @Field.list(DeviceLoginWorkspaceResponse, { description: 'The same value, for older clients' })
  projects: DeviceLoginWorkspaceResponse[];
}

export class DeviceLoginOptionsResponse {
  @Field.list(DeviceLoginOrganizationResponse)
  organizations: DeviceLoginOrganizationResponse[];
}

export class ConfirmDeviceLoginRequest {
  @Field.string({ minLength: 1 })
  code: string;
}

export class ConfirmDeviceLoginResponse {
  @Field.oneOf(['ok'])
  status: 'ok';
}
