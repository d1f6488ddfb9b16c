import { Injectable } from '@nestjs/common';
import { OpenStreams } from '../../../kernel/access/open-streams/open-streams.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import {
  COUNTED,
  type CountedKind,
  type LimitedKind,
  type LimitSetting,
  MEASURED,
} from '../../foundation/limits/limited-kinds.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';
import { StoredBytes } from '../../foundation/limits/stored-bytes.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { LimitUsageResponse } from './dto/usage.dto.js';

const KINDS = Object.keys(COUNTED) as CountedKind[];

/** What an organization has of what this server limits (R65). */
@Injectable()
export class LimitUsageService {
  constructor(
    private readonly db: Database,
    private readonly limits: OrganizationLimits,
    private readonly stored: StoredBytes,
    private readonly streams: OpenStreams,
    private readonly organizations: OrganizationsService,
  ) {}

  async of(caller: OrganizationCaller): Promise<LimitUsageResponse[]> {
    const counts = await this.limits.countAll(this.db, caller.organizationId);
    const counted = KINDS.map((kind) => this.line(kind, COUNTED[kind].limit, counts[kind]));
    return [...counted, ...(await this.measured(caller))];
  }

  private async measured({ organizationId, userId }: OrganizationCaller): Promise<LimitUsageResponse[]> {
    const current: Readonly<Record<keyof typeof MEASURED, number>> = {
      stored_bytes: await this.stored.measure(this.db, organizationId),
      pending_bytes: await this.stored.pendingMost(this.db, organizationId),
      streams: this.streams.of(organizationId),
      organizations: (await this.organizations.ownedBy(this.db, userId)).length,
    };
    const kinds = Object.keys(MEASURED) as (keyof typeof MEASURED)[];
    return kinds.map((kind) => this.line(kind, MEASURED[kind], current[kind]));
  }

  private line(kind: LimitedKind, limit: LimitSetting, current: number): LimitUsageResponse {
    return { kind, limit, current, max: this.limits.of(limit) };
  }
}
