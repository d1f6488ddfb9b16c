import { Module } from '@nestjs/common';
import { AgentAccessLoader } from './agent-access.loader.js';

@Module({ providers: [AgentAccessLoader], exports: [AgentAccessLoader] })
export class AgentAccessModule {}
