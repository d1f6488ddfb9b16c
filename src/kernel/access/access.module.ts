import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Database } from '../database/database.js';
import { RedisCounters } from '../redis/redis-counters.js';
import { RedisModule } from '../redis/redis.module.js';
import { AccessAudit } from './access-audit.js';
import { AccessQueries } from './access.queries.js';
import { Authenticator } from './authenticator.js';
import { BrowserOrigins } from './browser-origins.js';
import { ClientAddress } from './client-address.js';
import { CredentialQueries } from './credential.queries.js';
import { CredentialVerifiers } from './credential-verifiers.js';
import { EndedSessions } from './ended-sessions.js';
import { ACCESS_GUARDS } from './guards/access-chain.js';
import { OperatorToken } from './operator-token.js';
import { OpenStreams } from './open-streams.js';
import { OwnNames } from './own-names.js';
import { SessionCookies } from './session-cookie.js';
import { LicenceExceptions } from './licence-exceptions.js';
import { LostAccess } from './lost-access.js';
import { RenewedAccess } from './renewed-access.js';
import { Sessions } from './sessions.js';
import { SsoRequirement } from './sso-requirement.js';
import { StandingCredential } from './standing-credential.js';
import { ThrottlePurge } from './throttle-purge.js';
import { SharedThrottlerStorage } from './throttle-storage.js';

const FOR_OTHERS = [
  AccessQueries,
  Authenticator,
  BrowserOrigins,
  ClientAddress,
  CredentialVerifiers,
  LicenceExceptions,
  EndedSessions,
  LostAccess,
  OpenStreams,
  OwnNames,
  RenewedAccess,
  SessionCookies,
  Sessions,
  SsoRequirement,
  StandingCredential,
];

/** The library warns about an empty list; the limits themselves stand beside the routes they are for. */
const UNUSED = [{ name: 'unused', ttl: 60_000, limit: 1 }];

@Global()
@Module({
  imports: [
    DiscoveryModule,
    ThrottlerModule.forRootAsync({
      imports: [RedisModule],
      inject: [Database, RedisCounters],
      useFactory: (database: Database, redis: RedisCounters) => ({
        throttlers: UNUSED,
        storage: new SharedThrottlerStorage(database, redis),
      }),
    }),
  ],
  providers: [...FOR_OTHERS, AccessAudit, CredentialQueries, OperatorToken, ThrottlePurge, ...ACCESS_GUARDS],
  exports: FOR_OTHERS,
})
export class AccessModule {}
