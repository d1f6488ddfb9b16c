import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { type WorkspaceCaller, CurrentCaller } from '../../kernel/access/declaration/caller.js';
import { ControlEndpoint } from '../../kernel/access/declaration/control-endpoint.decorator.js';
import { Operation } from '../../kernel/http/openapi/operation.decorator.js';
import { TakesNoBody } from '../../kernel/http/body/raw-body.decorator.js';
import { originOf } from '../../modules/foundation/audit/model/audit-origin.js';
import { ONEPASSWORD } from '../../modules/credentials/vaults/provider/vault-connection.js';
import { vaultErrors } from '../../modules/credentials/vaults/vault.errors.js';
import { ENTRY_ID, VaultsService } from '../../modules/credentials/vaults/vaults.service.js';
import {
  DisconnectedResponse,
  ItemFieldsResponse,
  PairedResponse,
  PairVaultRequest,
  VaultItemsResponse,
  VaultListResponse,
  VaultStatusResponse,
} from './dto/vaults.dto.js';

const Provider = () => ApiParam({ name: 'provider', schema: { type: 'string', enum: [ONEPASSWORD] } });
const EntryId = (name: string) => ApiParam({ name, schema: { type: 'string', pattern: ENTRY_ID.source } });

const { vault_provider_unknown, vault_unavailable, ...answersOfProvider } = vaultErrors;
const OF_PROVIDER = [...Object.values(answersOfProvider), vault_unavailable];

/** Pairing with a password manager and browsing it (01 §19.2, 06 §16). */
@Controller('v1/vault')
@ApiTags('Utility')
export class VaultPairingController {
  constructor(private readonly vaultsService: VaultsService) {}

  @Post(':provider/pair')
  @ControlEndpoint()
  @Provider()
  @ApiBody({ type: PairVaultRequest })
  @Operation({
    summary: 'Connect a password manager',
    description:
      'The provider must accept the credentials before they are stored encrypted. They replace an ' +
      'earlier connection of the workspace. Secrets can then refer to values in the password manager.',
    response: PairedResponse,
    errors: [vault_provider_unknown, ...OF_PROVIDER],
  })
  async pairVault(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Body() body: unknown,
  ): Promise<PairedResponse> {
    const { name } = await this.vaultsService.pair(caller, provider, body);
    return { status: 'paired', display_name: name };
  }

  @Delete(':provider/pair')
  @ControlEndpoint()
  @TakesNoBody()
  @Provider()
  @Operation({
    summary: 'Disconnect a password manager',
    description:
      'The stored credentials are deleted. Secrets that refer to the password manager are kept, but ' +
      'agents receive no value from them.',
    response: DisconnectedResponse,
    errors: [vault_provider_unknown],
  })
  async disconnectVault(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
  ): Promise<DisconnectedResponse> {
    await this.vaultsService.disconnect(originOf(caller), provider);
    return { status: 'disconnected' };
  }

  /** An unknown provider was never connected. */
  @Get(':provider/status')
  @ControlEndpoint()
  @Operation({
    summary: 'Get whether a password manager is connected and answers',
    description:
      'The server asks the provider with the stored credentials, at most every 30 s. A password ' +
      'manager that was never connected is reported, not an error.',
    response: VaultStatusResponse,
  })
  async getVaultStatus(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
  ): Promise<VaultStatusResponse> {
    const { connected, name, statusData } = await this.vaultsService.status(caller, provider);
    return { connected, name, status_data: statusData };
  }

  @Get('onepassword/vaults')
  @ControlEndpoint()
  @Operation({
    summary: 'List the vaults that the service account may read',
    description: 'The first step of choosing a value for a secret. Every call asks 1Password.',
    response: VaultListResponse,
    errors: OF_PROVIDER,
  })
  async listOnePasswordVaults(@CurrentCaller() caller: WorkspaceCaller): Promise<VaultListResponse> {
    return { vaults: await this.vaultsService.vaults(caller) };
  }

  @Get('onepassword/vaults/:vaultId/items')
  @ControlEndpoint()
  @EntryId('vaultId')
  @Operation({
    summary: 'List the items of a vault',
    description:
      'Titles and categories of the items in a vault from `GET /v1/vault/onepassword/vaults`. Every ' +
      'call asks 1Password.',
    response: VaultItemsResponse,
    errors: OF_PROVIDER,
  })
  async listOnePasswordItems(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('vaultId') vaultId: string,
  ): Promise<VaultItemsResponse> {
    return { items: await this.vaultsService.items(caller, vaultId) };
  }

  @Get('onepassword/items/:vaultId/:itemId/fields')
  @ControlEndpoint()
  @EntryId('vaultId')
  @EntryId('itemId')
  @Operation({
    summary: 'List the labels and types of the fields of an item',
    description:
      'The fields that a reference `op://vault/item/field` can name, for an item from `GET ' +
      '/v1/vault/onepassword/vaults/{vaultId}/items`. Field values are not included.',
    response: ItemFieldsResponse,
    errors: OF_PROVIDER,
  })
  listOnePasswordFields(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('vaultId') vaultId: string,
    @Param('itemId') itemId: string,
  ): Promise<ItemFieldsResponse> {
    return this.vaultsService.fields(caller, vaultId, itemId);
  }
}
