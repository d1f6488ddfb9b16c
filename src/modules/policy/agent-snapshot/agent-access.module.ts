import { Module } from '@nestjs/common';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { AgentAccessLoader } from './agent-access.loader.js';

@Module({ imports: [AppCatalogModule], providers: [AgentAccessLoader], exports: [AgentAccessLoader] })
export class AgentAccessModule {}
