import {
  ArrayField,
  BooleanField,
  EnumField,
  ObjectField,
  StringField,
} from '../../../kernel/http/fields.js';

/** Described only: which fields there are is the provider's to say, and its name is judged first (06 §16). */
export class PairVaultRequest {
  @StringField({
    maxLength: 10_000,
    schema: { pattern: '^\\s*ops_[A-Za-z0-9_-]+={0,2}\\s*$' },
    description: '`onepassword`: a token of a 1Password service account, which names the host it signs in at',
  })
  service_account_token: string;
}

export class PairedResponse {
  @EnumField(['paired']) status: 'paired';
  @StringField({ nullable: true }) display_name: string | null;
}

export class DisconnectedResponse {
  @EnumField(['disconnected']) status: 'disconnected';
}

class StatusDataResponse {
  @StringField({ nullable: true }) last_error: string | null;
}

export class VaultStatusResponse {
  @BooleanField({ description: 'Asked of the provider, trusted for 30 s' }) connected: boolean;
  @StringField({ nullable: true }) name: string | null;
  @ObjectField(StatusDataResponse, { nullable: true }) status_data: StatusDataResponse | null;
}

class VaultTitleResponse {
  @StringField() id: string;
  @StringField() title: string;
}

class VaultItemResponse extends VaultTitleResponse {
  @StringField() category: string;
}

class ItemFieldResponse extends VaultTitleResponse {
  @StringField() fieldType: string;
  @StringField({ optional: true }) sectionId?: string;
}

export class VaultListResponse {
  @ArrayField(VaultTitleResponse) vaults: VaultTitleResponse[];
}

export class VaultItemsResponse {
  @ArrayField(VaultItemResponse) items: VaultItemResponse[];
}

export class ItemFieldsResponse {
  @ArrayField(ItemFieldResponse) fields: ItemFieldResponse[];
  @ArrayField(VaultTitleResponse) sections: VaultTitleResponse[];
}
