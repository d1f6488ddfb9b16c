import { Injectable } from '@nestjs/common';
import { OpenStreams } from '../../../kernel/access/open-streams/open-streams.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { CoalescedLoads } from '../../../kernel/scheduling/coalesced-loads.js';
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

/** Of an organization as a whole, in whatever it has. */
interface Amounts {
  readonly counts: Readonly<Record<CountedKind, number>>;
  readonly storedBytes: number;
  readonly pendingBytes: number;
}

const KINDS = Object.keys(COUNTED) as CountedKind[];

/** What an organization has of what this server limits (R65). */
@Injectable()
export class LimitUsageService {
  /** Many who ask at once share one look at every object of the organization (R62). */
  private readonly loads = new CoalescedLoads((organizationId) => this.amounts(organizationId));

  constructor(
    private readonly db: Database,
    private readonly limits: OrganizationLimits,
    private readonly stored: StoredBytes,
    private readonly streams: OpenStreams,
    private readonly organizations: OrganizationsService,
  ) {}

  async of(caller: OrganizationCaller): Promise<LimitUsageResponse[]> {
    const amounts = await this.loads.get(caller.organizationId);
    const counted = KINDS.map((kind) => this.line(kind, COUNTED[kind].limit, amounts.counts[kind]));
    return [...counted, ...(await this.measured(caller, amounts))];
  }

  private async amounts(organizationId: string): Promise<Amounts> {
    return {
      counts: await this.limits.countAll(this.db, organizationId),
      storedBytes: await this.stored.measure(this.db, organizationId),
      pendingBytes: await this.stored.pendingMost(this.db, organizationId),
    };
  }

  private async measured(
    { organizationId, userId }: OrganizationCaller,
    { storedBytes, pendingBytes }: Amounts,
  ): Promise<LimitUsageResponse[]> {
    const current: Readonly<Record<keyof typeof MEASURED, number>> = {
      stored_bytes: storedBytes,
      pending_bytes: pendingBytes,
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
