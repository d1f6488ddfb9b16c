import { Module } from '@nestjs/common';
import { SsoConnectionsModule } from './connections/sso-connections.module.js';

/** Single sign-on (05 §8). */
@Module({ imports: [SsoConnectionsModule] })
export class SsoModule {}
