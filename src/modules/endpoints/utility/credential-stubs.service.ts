import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import { codexAuthFile } from '../../policy/agent-environment/codex-auth-file.js';
import type { CredentialStubResponse } from './dto/utility.dto.js';
import { utilityErrors } from './utility.errors.js';

/** Placeholder credential files for tools that insist on one (01 §19.6). */
@Injectable()
export class CredentialStubsService {
  constructor(
    private readonly db: Database,
    private readonly secrets: SecretsService,
  ) {}

  list(): string[] {
    return ['codex'];
  }

  async of(scope: WorkspaceScope, agent: string): Promise<CredentialStubResponse> {
    if (agent !== 'codex') throw new AppError(utilityErrors.credential_stub_unknown);
    const pool = await this.secrets.attachPool(this.db, scope);
    const openai = pool.filter((secret) => secret.type === 'openai');
    const onlyKeys = openai.length > 0 && openai.every((secret) => secret.metadata?.authMode === 'api-key');
    const authMode = onlyKeys ? 'api-key' : 'oauth';
    const content = codexAuthFile(authMode, new Date());
    return { agent, filePath: '~/.codex/auth.json', content, authMode, permissions: '0600' };
  }
}
