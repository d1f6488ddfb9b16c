import { Injectable, Logger } from '@nestjs/common';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { Database, type Store } from '../../../kernel/database/database.js';
import type { TenantScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { AppAvailabilityService } from '../app-availability/app-availability.service.js';
import { AppClientsService, type OAuthClient } from '../app-clients/app-clients.service.js';
import { missingFields } from '../app-clients/client-body.js';
import { ConnectionStore } from '../connections/connection-store.js';
import { ConnectionWriter } from '../connections/connection-writer.js';
import type { NewCredentials, SavedConnection } from '../connections/new-credentials.js';
import { authorizationUrl } from './authorization-url.js';
import { CodeExchange } from './code-exchange.js';
import { ConnectInitiator } from './connect-initiator.js';
import { ConnectRefused } from './connect-refused.js';
import { clientIncomplete, connectErrors, notAvailable } from './connect.errors.js';
import { type ConnectionFlow, ConnectionFlows, FLOW_SECONDS } from './connection-flows.js';
import { challengeOf } from './flow-state.js';
import { GithubInstallation } from './github-installation.js';

/** Some providers call back a second time, with an error, for what they just granted (03 §5.3.4). */
const TWICE_WITHIN_SECONDS = 30;
const FOREIGN_STATE = 'This attempt is over, or was begun in another browser. Please start again.';
const NO_STATE =
  'GitHub did not say which attempt this belongs to, so nothing is connected. Please start again and choose the account there.';
const CLIENT_CHANGED = 'The OAuth client was changed meanwhile. Please start again.';
const NEEDS_ADMINISTRATOR =
  'An administrator of your organization at the provider has to approve the access first.';

export interface Beginning {
  scope: TenantScope;
  by: AuditActor & { userId: string };
  connectionId: string | null;
  agentName: string | null;
  redirectUri: string;
  /** Where the result is shown. */
  appOrigin: string;
}

/** What the browser came back with. */
export interface ConsentReturn {
  provider: string;
  parameters: URLSearchParams;
  /** The state in the browser's cookie; null without one. */
  cookie: string | null;
  /** False where the browser says that another page, or no page, sent it here. */
  fromOwnPage: boolean;
  /** Where the end of a way nobody knows is shown. */
  appOrigin: string;
}

export interface ConsentEnding {
  readonly location: string;
  /** No flow of this browser goes on. */
  readonly isOver: boolean;
}

type Result = { status: 'success' } & Partial<Record<'agent_name' | 'connected' | 'workspaceId', string>>;

/** Both legs of connecting an app by consent at its provider (03 §5.2, §5.3). */
@Injectable()
export class ConsentService {
  private readonly log = new Logger('Connecting');

  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
    private readonly availability: AppAvailabilityService,
    private readonly clients: AppClientsService,
    private readonly flows: ConnectionFlows,
    private readonly codes: CodeExchange,
    private readonly installations: GithubInstallation,
    private readonly person: ConnectInitiator,
    private readonly connections: ConnectionStore,
    private readonly writer: ConnectionWriter,
  ) {}

  /** Where the browser has to go, and the state that ties it to the way back. */
  async begin(provider: string, beginning: Beginning): Promise<{ url: string; state: string }> {
    const { scope, by, connectionId, agentName, redirectUri, appOrigin } = beginning;
    const app = this.consentApp(provider);
    if (app === null || !(await this.availability.isAvailable(this.db, scope, provider)))
      throw new AppError(connectErrors.provider_not_available, { message: notAvailable(provider) });
    const client = await this.clients.clientFor(this.db, scope, app);
    if (client === null) throw new AppError(connectErrors.connect_client_missing);
    requireWholeClient(app, client);
    const { state, verifier } = this.flows.begin();
    await this.flows.keep(state, {
      organizationId: scope.organizationId,
      workspaceId: scope.workspaceId,
      userId: by.userId,
      source: by.source === 'app' ? 'app' : 'api',
      provider,
      appConfigId: client.id,
      clientChangedAt: client.changedAt,
      connectionId,
      agentName,
      appOrigin,
      redirectUri,
    });
    const codeChallenge = challengeOf(verifier);
    const url = authorizationUrl(app, { client: client.values, state, redirectUri, codeChallenge })!;
    return { url, state };
  }

  /** The page of a fragment app comes first: the token is where only a script in the browser sees it (03 §5.3.1). */
  fragmentOf(provider: string, parameters: URLSearchParams): string | null {
    const name = this.catalog.find(provider)?.connection.oauth?.fragmentToken;
    return name === undefined || parameters.has(name) || parameters.has('error') ? null : name;
  }

  /**
   * Where how it ended is shown. Never throws: whatever happened at the provider ends there (03 §5.3.7). The browser keeps
   * the state of a flow that the callback was not of.
   */
  async finish(callback: ConsentReturn): Promise<ConsentEnding> {
    const { provider, cookie } = callback;
    const app = this.consentApp(provider);
    const state = app === null ? null : stateOf(app, callback);
    const flow = state === null || state !== cookie ? null : await this.take(state, provider);
    if (app === null || flow === null) {
      const message = state === null && app?.connection.install !== undefined ? NO_STATE : FOREIGN_STATE;
      const location = resultPage(callback.appOrigin, provider, { status: 'error', message });
      return { location, isOver: state !== null && state === cookie };
    }
    const result = await this.complete(app, flow, callback.parameters).catch((error: unknown) => ({
      status: 'error',
      message: this.reasonOf(error, provider),
    }));
    return { location: resultPage(flow.appOrigin, provider, result), isOver: true };
  }

  /** A state that cannot be looked up is as good as none: the person starts again. */
  private async take(state: string, provider: string) {
    return this.flows.take(state, provider).catch((error: unknown) => {
      this.log.error({ err: error, provider }, 'connect flow could not be resumed');
      return null;
    });
  }

  private async complete(
    app: CatalogApp,
    flow: ConnectionFlow & { verifier: string },
    parameters: URLSearchParams,
  ): Promise<Result> {
    const { agentName } = flow;
    const named = agentName === null ? {} : { agent_name: agentName };
    const refusal = parameters.get('error');
    if (refusal !== null) {
      const id = await this.connections.newerThan(this.db, scopeOf(flow), app.id, TWICE_WITHIN_SECONDS);
      if (id === null) throw new ConnectRefused(refusalText(app, refusal));
      return { status: 'success', ...named, ...connected(flow, id) };
    }
    const credentials = await this.obtain(app, flow, parameters);
    const saved = await this.save(app, flow, credentials);
    return { status: 'success', ...named, ...(saved.created && connected(flow, saved.id)) };
  }

  private async obtain(
    app: CatalogApp,
    flow: ConnectionFlow & { verifier: string },
    parameters: URLSearchParams,
  ): Promise<NewCredentials> {
    const { oauth, install } = app.connection;
    const client = await this.clients.chosenClient(this.db, app, clientOf(flow));
    if (client === null) throw new ConnectRefused(CLIENT_CHANGED);
    const { redirectUri, appConfigId } = flow;
    const verifier = oauth?.pkce == null ? '' : flow.verifier;
    const obtained =
      oauth === undefined
        ? await this.installations.adopt(install!, {
            parameters,
            client: client.values,
            savedSince: appConfigId === null ? beginningOf(flow) : null,
          })
        : await this.codes.redeem(oauth, { parameters, client: client.values, verifier, redirectUri });
    return { ...obtained, appConfigId };
  }

  private save(app: CatalogApp, flow: ConnectionFlow, credentials: NewCredentials): Promise<SavedConnection> {
    const { userId, source, connectionId } = flow;
    const scope = scopeOf(flow);
    return this.db.tx(async (tx) => {
      await this.person.hold(tx, scope, userId);
      await this.requireStillAvailable(tx, scope, app.id);
      // What another client made would be kept under this one's name and never be refreshed (03 §6.3).
      if ((await this.clients.holdClient(tx, app, clientOf(flow))) === null)
        throw new ConnectRefused(CLIENT_CHANGED);
      const [user] = await tx.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
      const by = { userId, userEmail: user?.email ?? null, source };
      const account = { provider: app.id, label: null, connectionId, withoutIdentity: 'new' } as const;
      return this.writer.save(tx, scope, by, { account, credentials });
    });
  }

  private async requireStillAvailable(store: Store, scope: TenantScope, provider: string): Promise<void> {
    if (await this.availability.isAvailable(store, scope, provider)) return;
    throw new ConnectRefused(notAvailable(provider));
  }

  /** An app that people connect by consent; null for every other. */
  private consentApp(provider: string): CatalogApp | null {
    const app = this.catalog.find(provider);
    return app?.connection.oauth === undefined && app?.connection.install === undefined ? null : app;
  }

  /** What we refuse is said, a fault of ours is logged; nothing the provider wrote is repeated. */
  private reasonOf(error: unknown, provider: string): string {
    if (error instanceof ConnectRefused) {
      this.log.log({ provider, reason: error.message, err: error.cause }, 'app was not connected');
      return error.message;
    }
    if (error instanceof AppError && error.status < 500) return error.message;
    this.log.error({ err: error, provider }, 'app could not be connected');
    return 'Something went wrong on our side. Please try again.';
  }
}

/**
 * The state of the flow that the browser returns from; null where the answer cannot be trusted (03 §5.3.2). A provider
 * repeats the state it was given, so an answer without one was put together by another page. GitHub leaves it out after a
 * change of an installation, which anybody can have with an installation and a code of their own. The token of a fragment
 * app is taken from our bridge page only.
 */
function stateOf({ connection }: CatalogApp, { parameters, fromOwnPage }: ConsentReturn): string | null {
  if (connection.oauth?.fragmentToken !== undefined && !fromOwnPage) return null;
  return parameters.get('state');
}

/** What is stored from before may lack a field that connecting needs by now (R53). */
function requireWholeClient({ clientConfig }: CatalogApp, { id, values }: OAuthClient): void {
  if (clientConfig === null) return;
  const missing = missingFields(values, clientConfig);
  if (missing.length === 0) return;
  const names = id === null ? missing.map((field) => clientConfig.env?.[field] ?? field) : missing;
  throw new AppError(connectErrors.connect_client_incomplete, { message: clientIncomplete(names) });
}

function refusalText({ connection, name }: CatalogApp, code: string): string {
  if (connection.oauth?.adminConsentErrors?.includes(code)) return NEEDS_ADMINISTRATOR;
  return code === 'access_denied' ? `The access was declined at ${name}.` : `${name} refused the access.`;
}

function connected({ workspaceId }: ConnectionFlow, id: string): Partial<Result> {
  return workspaceId === null ? {} : { connected: id, workspaceId };
}

function scopeOf({ organizationId, workspaceId }: ConnectionFlow): TenantScope {
  return workspaceId === null ? { organizationId, workspaceId } : { organizationId, workspaceId };
}

function clientOf({ appConfigId, clientChangedAt }: ConnectionFlow): {
  id: string | null;
  changedAt: Date | null;
} {
  return { id: appConfigId, changedAt: clientChangedAt };
}

function beginningOf({ expiresAt }: ConnectionFlow): Date {
  return new Date(expiresAt.getTime() - FLOW_SECONDS * 1000);
}

function resultPage(origin: string, provider: string, result: Record<string, string>): string {
  return `${origin}/app-connect/${encodeURIComponent(provider)}?${new URLSearchParams(result).toString()}`;
}
