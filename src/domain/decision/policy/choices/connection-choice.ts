/**
 * Which of an agent's connections serves a request (02 §11.3, 06 §10.3). Pure; the gateway turns the outcomes that
 * are no choice into its verdicts.
 */
import { type AppHosts, type AppOnHost, servesPath } from '../../catalog/app-hosts.js';

export interface ConnectionEntry {
  readonly id: string;
  readonly provider: string;
}

interface Candidate<C> {
  readonly connection: C;
  readonly app: AppOnHost;
}

/** The connections an agent may receive on one host, whatever the path. */
export interface HostConnections<C> {
  readonly connections: readonly C[];
  readonly candidates: readonly Candidate<C>[];
  /** See `HostApps`. */
  readonly sharedByPath: boolean;
  /** The host is one of the catalogue's. */
  readonly known: boolean;
}

export type ConnectionChoice<C> =
  /** The request goes on without a connection. */
  | { readonly kind: 'none' }
  | { readonly kind: 'winner'; readonly connection: C }
  /** The named connection is none of the agent's here; `choices` are. */
  | { readonly kind: 'not-found'; readonly choices: readonly C[] }
  /** Several accounts of one provider. */
  | { readonly kind: 'several-connections'; readonly choices: readonly C[] }
  /** Several providers that all serve the path, one account each. */
  | { readonly kind: 'several-providers'; readonly choices: readonly C[] };

export interface ChoiceRequest {
  readonly path: string;
  readonly canonicalPath: string;
  /** What fields put in place of the path, in all readings (R42): an account has to serve these as well. */
  readonly overrides: readonly string[];
  /** Value of `x-onecli-connection-id`; null or empty: none. */
  readonly pin: string | null;
  /** Whether a granted secret covers this path; asked only where it would turn a refusal away (06 §10.3.7). */
  readonly secretServes: () => boolean;
}

const NONE: ConnectionChoice<never> = Object.freeze({ kind: 'none' });
const NOTHING = { connections: [], candidates: [], sharedByPath: false };
const NONE_HERE: HostConnections<never> = Object.freeze({ ...NOTHING, known: false });
const NONE_ON_APP: HostConnections<never> = Object.freeze({ ...NOTHING, known: true });
/** Names are chosen by agents, so the views kept per agent are bounded. */
const MAX_VIEWS = 128;

/** The connections an agent may receive, in the order they are offered in, found by host. */
export class ConnectionTable<C extends ConnectionEntry> {
  private readonly views = new Map<string, HostConnections<C>>();

  constructor(
    readonly entries: readonly C[],
    private readonly hosts: AppHosts,
  ) {}

  /** One map access in the steady state; allocates only the first time a host is asked for. */
  on(host: string): HostConnections<C> {
    const known = this.views.get(host);
    if (known !== undefined) return known;
    const { apps, sharedByPath } = this.hosts.on(host);
    if (apps.length === 0) return NONE_HERE;
    const candidates = this.entries.flatMap((connection) => {
      const app = apps.find(({ provider }) => provider === connection.provider);
      return app === undefined ? [] : [{ connection, app }];
    });
    if (candidates.length === 0) return NONE_ON_APP;
    const connections = candidates.map(({ connection }) => connection);
    const view = { connections, candidates, sharedByPath, known: true };
    if (this.views.size >= MAX_VIEWS) this.views.delete(this.views.keys().next().value!);
    this.views.set(host, view);
    return view;
  }

  /** Some connection is about this host, whatever its path: the host is managed (02 §11.4.3). */
  covers(host: string): boolean {
    return this.entries.length > 0 && this.on(host).candidates.length > 0;
  }

  /** Some connection belongs to part of the host's paths only. */
  readsPath(host: string): boolean {
    return this.on(host).candidates.some(({ app }) => app.pathPrefixes !== null);
  }

  /** The first connection whose provider serves host and path. */
  serving(host: string, path: string, canonicalPath: string): C | null {
    if (this.entries.length === 0) return null;
    const found = this.on(host).candidates.find(({ app }) => servesPath(app, path, canonicalPath));
    return found?.connection ?? null;
  }
}

/**
 * A pin is looked for only among the agent's connections of the host: naming a revoked, foreign or mistyped one is
 * an error, not a wish for another account. On hosts of no app a pin says nothing.
 */
export function chooseConnection<C extends ConnectionEntry>(
  here: HostConnections<C>,
  request: ChoiceRequest,
): ConnectionChoice<C> {
  const pinned = request.pin === null || request.pin === '' || !here.known ? null : request.pin;
  if (pinned === null && here.candidates.length === 0) return NONE;
  const { path, canonicalPath, overrides } = request;
  const serving = here.candidates.filter(
    ({ app }) =>
      servesPath(app, path, canonicalPath) && overrides.every((named) => servesPath(app, named, named)),
  );
  if (pinned !== null) {
    const named = here.candidates.find(({ connection }) => connection.id === pinned);
    if (named === undefined) return unlessSecret(request, { kind: 'not-found', choices: here.connections });
    // A pin on an account that has nothing to do with the path gives way to one that has (06 §10.3.2).
    if (serving.includes(named)) return { kind: 'winner', connection: named.connection };
    if (serving.length === 0) return NONE;
  }
  return chooseUnnamed(here, serving, request);
}

/** 06 §10.3 rules 3 to 6. Without prefixes on the host every candidate serves every path. */
function chooseUnnamed<C extends ConnectionEntry>(
  here: HostConnections<C>,
  serving: readonly Candidate<C>[],
  request: ChoiceRequest,
): ConnectionChoice<C> {
  const left = here.sharedByPath && serving.length > 0 ? serving : here.candidates;
  if (left.length > 1) {
    const choices = left.map(({ connection }) => connection);
    const providers = new Set(choices.map(({ provider }) => provider));
    if (providers.size < choices.length)
      return unlessSecret(request, { kind: 'several-connections', choices });
    if (serving.length > 1) {
      const contenders = serving.map(({ connection }) => connection);
      return unlessSecret(request, { kind: 'several-providers', choices: contenders });
    }
  }
  const [winner] = serving;
  return winner === undefined ? NONE : { kind: 'winner', connection: winner.connection };
}

function unlessSecret<C>(request: ChoiceRequest, refusal: ConnectionChoice<C>): ConnectionChoice<C> {
  return request.secretServes() ? NONE : refusal;
}
