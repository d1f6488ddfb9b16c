import { Field } from '../../../kernel/http/fields/fields.js';

/** Described only: which fields there are is the provider's to say, and its name is judged first (06 §16). */
export class PairVaultRequest {
  @Field.string({
    maxLength: 10_000,
    schema: { pattern: '^\\s*ops_[A-Za-z0-9_-]+={0,2}\\s*$' },
    description: '`onepassword`: token of a 1Password service account; it contains the host to sign in at',
  })
  service_account_token: string;
}

export class PairedResponse {
  @Field.oneOf(['paired']) status: 'paired';
  @Field.string({ nullable: true }) display_name: string | null;
}

export class DisconnectedResponse {
  @Field.oneOf(['disconnected']) status: 'disconnected';
}

class StatusDataResponse {
  @Field.string({ nullable: true }) last_error: string | null;
}

export class VaultStatusResponse {
  @Field.boolean({ description: 'Result of the last check at the provider, valid for 30 s' })
  connected: boolean;
  @Field.string({ nullable: true }) name: string | null;
  @Field.object(StatusDataResponse, { nullable: true }) status_data: StatusDataResponse | null;
}

class VaultTitleResponse {
  @Field.string() id: string;
  @Field.string() title: string;
}

class VaultItemResponse extends VaultTitleResponse {
  @Field.string() category: string;
}

class ItemFieldResponse extends VaultTitleResponse {
  @Field.string() fieldType: string;
  @Field.string({ optional: true }) sectionId?: string;
}

export class VaultListResponse {
  @Field.list(VaultTitleResponse) vaults: VaultTitleResponse[];
}

export class VaultItemsResponse {
  @Field.list(VaultItemResponse) items: VaultItemResponse[];
}

export class ItemFieldsResponse {
  @Field.list(ItemFieldResponse) fields: ItemFieldResponse[];
  @Field.list(VaultTitleResponse) sections: VaultTitleResponse[];
}
