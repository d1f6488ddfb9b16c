import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import type { Admitted } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';
import { resourceAccessDenied } from '../../refusals/connection-refusals.js';
import { DashboardLinks } from '../../refusals/dashboard-links.js';
import { AvailabilityStep } from './availability.js';

const NOTHING_IN_COMMON =
  'What the organization allows and what was selected for the agent have nothing in common.';

/** `emptyScope` of 06 §19: whether the account that serves the request may be used, and anything of it be reached. */
@Injectable()
export class EmptyScopeStep implements Step<Admitted> {
  readonly name = 'emptyScope';

  constructor(
    private readonly configuration: Configuration,
    private readonly availability: AvailabilityStep,
  ) {}

  run(state: Admitted): Ended {
    const { winner, access } = state;
    if (winner === null) return null;
    const unavailable = this.availability.ofAccount(state);
    if (unavailable !== null || access.resourceScopes.get(winner.id)?.entries.length !== 0)
      return unavailable;
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    return resourceAccessDenied([], NOTHING_IN_COMMON, links);
  }
}
