import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { AccessTokens } from './access-tokens.js';
import { StoredTokens } from './stored-tokens.js';

@Module({
  imports: [ConnectionsModule],
  providers: [{ provide: AccessTokens, useClass: StoredTokens }],
  exports: [AccessTokens],
})
export class ConnectionTokensModule {}
