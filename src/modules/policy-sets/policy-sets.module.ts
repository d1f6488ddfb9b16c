import { Module } from '@nestjs/common';
import { PolicySetWriter } from './policy-set.writer.js';
import { PolicySetsService } from './policy-sets.service.js';

@Module({ providers: [PolicySetWriter, PolicySetsService], exports: [PolicySetsService] })
export class PolicySetsModule {}
