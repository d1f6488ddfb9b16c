import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Database } from '../database/database.js';
import { RedisCounters } from '../redis/redis-counters.js';
import { RedisModule } from '../redis/redis.module.js';
import { AccessAudit } from './guards/access-audit.js';
import { AccessQueries } from './queries/access.queries.js';
import { Authenticator } from './credentials/authenticator.js';
import { BrowserOrigins } from './client/browser-origins.js';
import { ClientAddress } from './client/client-address.js';
import { CredentialQueries } from './queries/credential.queries.js';
import { CredentialVerifiers } from './credentials/credential-verifiers.js';
import { EndedSessions } from './open-streams/ended-sessions.js';
import { ACCESS_GUARDS } from './guards/access-chain.js';
import { OperatorToken } from './credentials/operator-token.js';
import { OpenStreams } from './open-streams/open-streams.js';
import { OwnNames } from './client/own-names.js';
import { SessionCookies } from './sessions/session-cookie.js';
import { LicenceExceptions } from './declaration/licence-exceptions.js';
import { LostAccess } from './open-streams/lost-access.js';
import { RenewedAccess } from './open-streams/renewed-access.js';
import { Sessions } from './sessions/sessions.js';
import { SsoRequirement } from './queries/sso-requirement.js';
import { StandingCredential } from './declaration/standing-credential.js';
import { ThrottlePurge, SharedThrottlerStorage } from './throttling/throttle-storage.js';

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
