import { Injectable } from '@nestjs/common';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import { readingsOfAll } from '../../../domain/decision/matching/named-paths.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import { AppCatalog } from '../../../modules/foundation/app-catalog/catalog.js';
import { overridesOf } from '../../exchange/path-overrides.js';
import type { Admitted } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';
import { appUnavailable } from '../../refusals/policy-refusals.js';
import { lineOf } from '../facts/request-facts.js';

/** `availability` of 06 §19: whether the app that host and path belong to may be used, and that of the account. */
@Injectable()
export class AvailabilityStep implements Step<Admitted> {
  readonly name = 'availability';
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    private readonly catalog: AppCatalog,
    configuration: Configuration,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  run(state: Admitted): Ended {
    const { host, path, canonicalPath } = state;
    const { apps } = state.access;
    const lacking =
      this.accountsApp(state) ?? apps.refusedApp(host, path, canonicalPath) ?? overridingApp(state);
    return this.refusalOf(state, lacking);
  }

  /** Another app may have the same paths, which does not open this one's accounts. */
  ofAccount(state: Admitted): Ended {
    return this.refusalOf(state, this.accountsApp(state));
  }

  private accountsApp({ winner, access: { apps } }: Admitted): string | null {
    return winner === null || apps.has(winner.provider) ? null : winner.provider;
  }

  private refusalOf(state: Admitted, lacking: string | null): Ended {
    if (lacking === null || isLlmHost(state.host, this.llmHosts)) return null;
    return appUnavailable(lacking, this.catalog.nameOf(lacking), lineOf(state));
  }
}

/** The app that a field makes a request to (R42), and that nobody may use. */
function overridingApp(state: Admitted): string | null {
  const { apps } = state.access;
  if (!apps.readsPath(state.host)) return null;
  for (const path of readingsOfAll(overridesOf(state))) {
    const app = apps.refusedApp(state.host, path, path);
    if (app !== null) return app;
  }
  return null;
}
