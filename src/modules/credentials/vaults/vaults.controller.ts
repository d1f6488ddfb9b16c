import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { VaultConnectionResponse } from './dto/vault.dto.js';
import type { ShownVault } from './vault-store.js';
import { VaultsService } from './vaults.service.js';

/** Everything else about vaults is a control endpoint of the gateway (06 §16). */
@Controller('v1/vaults')
@ApiTags('Utility')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class VaultsController {
  constructor(private readonly vaults: VaultsService) {}

  @Get()
  @Operation({
    summary: 'List the password managers of the workspace, newest first',
    description: 'The stored status of each connection. No password manager is contacted.',
    response: [VaultConnectionResponse],
  })
  async listVaults(@CurrentCaller() caller: WorkspaceCaller): Promise<VaultConnectionResponse[]> {
    return (await this.vaults.list(caller)).map(presentConnection);
  }
}

function presentConnection(vault: ShownVault): VaultConnectionResponse {
  const { id, provider, status, name, lastConnectedAt } = vault;
  return { id, provider, status, name, lastConnectedAt: lastConnectedAt?.toISOString() ?? null };
}
