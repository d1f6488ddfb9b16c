import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import type { ShownConnection } from '../connections/connection.view.js';
import type { AppConfigSummaryResponse, AppConnectionResponse, AppResponse } from './dto/app.dto.js';

export function appView(
  app: CatalogApp,
  config: AppConfigSummaryResponse | null,
  connections: readonly ShownConnection[],
): AppResponse {
  const shown = connections.map(accountView);
  const [newest] = shown;
  return {
    id: app.id,
    name: app.name,
    available: true,
    connectionType: app.connection.wireType,
    configurable: app.clientConfig !== null,
    config,
    connection:
      newest === undefined
        ? null
        : { status: newest.status, scopes: newest.scopes, connectedAt: newest.connectedAt },
    connections: shown,
    credentialStubs: (app.stubs ?? []).map(({ path, content }) => ({ path, content: { ...content } })),
  };
}

function accountView({ id, label, status, scopes, connectedAt }: ShownConnection): AppConnectionResponse {
  return { id, label, status, scopes, connectedAt: connectedAt.toISOString() };
}

/** Of a workspace and an app: it has an account, it could connect one, or somebody has to set the app up first. */
export type AppReadiness = 'account' | 'client' | 'nothing';

/** What to do with the app (03 §3.2). `ended`: its provider refuses to refresh these (03 §12.3.6). */
export function hintOf(
  app: CatalogApp,
  readiness: AppReadiness,
  ended: readonly ShownConnection[],
  connectUrl: string,
): string {
  if (ended.length > 0) {
    const labels = ended
      .map(({ label }) => (label === null ? 'one without a name' : `"${label}"`))
      .join(', ');
    return `An account of ${app.name} has to be connected again (${labels}): the provider no longer accepts its sign-in. Connect it at ${connectUrl}`;
  }
  if (readiness === 'nothing')
    return `${app.name} is not set up in this workspace yet. Connect it at ${connectUrl}`;
  if (readiness === 'client')
    return `No account of ${app.name} is connected in this workspace yet. Connect one at ${connectUrl}`;
  const stubs = (app.stubs ?? []).map(({ path }) => path).join(', ');
  const files =
    stubs === ''
      ? ''
      : ` Tools that look for credential files find placeholders in credentialStubs: write ${stubs} if it does not exist.`;
  return `${app.name} can be used: send requests through the gateway without credentials of your own.${files}`;
}
