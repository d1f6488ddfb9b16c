import { Module } from '@nestjs/common';
import { ProviderCalls } from '../../../kernel/egress/provider-calls.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { AppClientsModule } from '../app-clients/app-clients.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { AccessTokens } from './access-tokens.js';
import { AccountCalls } from './account-calls.js';
import { ImportExchange } from './import-exchange.js';
import { ImportRenewal } from './import-renewal.js';
import { InstallationTokens } from './installation-tokens.js';
import { LimitedTokens } from './limited-tokens.js';
import { RefreshGrant } from './refresh-grant.js';
import { RefreshStrategies } from './refresh-strategies.js';
import { StoredTokens } from './stored-tokens.js';
import { TokenRefresher } from './token-refresher.js';
import { TokenTrade } from './token-trade.js';

@Module({
  imports: [AppCatalogModule, AppClientsModule, ConnectionsModule],
  providers: [
    ProviderCalls,
    TokenTrade,
    ImportExchange,
    ImportRenewal,
    InstallationTokens,
    RefreshGrant,
    RefreshStrategies,
    TokenRefresher,
    LimitedTokens,
    { provide: AccessTokens, useClass: StoredTokens },
    AccountCalls,
  ],
  exports: [AccessTokens, AccountCalls, ImportExchange, ProviderCalls, TokenTrade],
})
export class ConnectionTokensModule {}
