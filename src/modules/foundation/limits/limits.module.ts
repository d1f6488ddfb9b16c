import { Module } from '@nestjs/common';
import { OrganizationLimits } from './organization-limits.js';
import { StoredBytes } from './stored-bytes.js';

@Module({ providers: [OrganizationLimits, StoredBytes], exports: [OrganizationLimits, StoredBytes] })
export class LimitsModule {}
