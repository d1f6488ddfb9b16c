import { Module } from '@nestjs/common';
import { ProviderCalls } from '../../../kernel/egress/provider-calls.js';
import { AwsRoles } from './aws-roles.js';
import { RoleSessions } from './role-sessions.js';

@Module({ providers: [AwsRoles, ProviderCalls, RoleSessions], exports: [AwsRoles] })
export class AwsRolesModule {}
