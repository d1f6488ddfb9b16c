import './kernel/config/process/thread-pool.js';
import './kernel/memory/idle-parsers.js';
import { join } from 'node:path';
import { budgetOf, type RunningServer, startServer } from './bootstrap.js';
import { ConfigurationError } from './kernel/config/configuration-error.js';
import { DeploymentKeys } from './kernel/crypto/deployment-keys.js';
import { Boot, BootInterrupted } from './kernel/process/boot.js';
import { Drain } from './kernel/process/drain.js';
import { localAddress } from './kernel/ops/health-targets.js';
import { Metrics } from './kernel/metrics/metrics.js';
import { installInterruption, installShutdown } from './kernel/process/shutdown.js';
import { followParent, reportTo } from './kernel/workers/parent.js';
import { InstanceService } from './modules/people/instance/instance.service.js';
import { SetupToken } from './modules/people/instance/setup-token.js';

/** Who reads what is printed here. */
const ON_THIS_MACHINE = { isLocal: true };

async function main(): Promise<void> {
  const boot = new Boot();
  const uninstall = installInterruption(boot);
  const server = await startServer(undefined, undefined, boot);
  const { app, closers, configuration, log } = server;
  installShutdown({
    drain: app.get(Drain),
    closers,
    budgetMs: budgetOf(configuration),
    log,
    ...(configuration.worker && { orWhen: (stop) => followParent(process, stop) }),
  });
  uninstall();
  if (configuration.worker) return reportTo(process, app.get(Metrics));
  await (configuration.production ? logSetupToken(server) : announce(server)).catch((error: unknown) =>
    log.warn(error, 'next work could not be sent to the runner'),
  );
}

/** While there is no account: what makes the first one from another machine, where the operator set nothing (R47). */
async function logSetupToken({ app, log, configuration }: RunningServer): Promise<void> {
  const setupToken = await neededSetupToken(app, configuration);
  if (setupToken !== null)
    log.warn(
      { detail: `From another machine it needs the setup token ${setupToken}` },
      'the first account is not created yet',
    );
}

/** Every process of the deployment has the same one. */
async function neededSetupToken(
  app: RunningServer['app'],
  { serverRoles }: RunningServer['configuration'],
): Promise<string | null> {
  if (!serverRoles.has('api')) return null;
  const { firstAccount } = await app.get(InstanceService).bootstrap(ON_THIS_MACHINE);
  return firstAccount ? app.get(SetupToken).generated : null;
}

/** Tells a newcomer where things are and what to type next; nothing secret (R8) but what makes the first account (R47). */
async function announce(server: RunningServer): Promise<void> {
  const { app, apiUrl, gatewayUrl, configuration } = server;
  const keys = app.get(DeploymentKeys).generatedFiles;
  const api = configuration.apiUrlConfigured ? configuration.apiUrl : apiUrl;
  const gateway = configuration.gatewayApiUrl ?? gatewayUrl;
  const { apiBind, gatewayBind } = configuration;
  const lines = [
    '',
    'Credential Gateway is ready.',
    '',
    ...(apiUrl
      ? [`  Management API   ${api}  (to read and try: ${api}/docs)${reach(api === apiUrl, apiBind)}`]
      : []),
    ...(gatewayUrl ? [`  Gateway          ${gateway}${reach(gateway === gatewayUrl, gatewayBind)}`] : []),
    ...(configuration.databaseUrl === null
      ? [`  Database         embedded PostgreSQL in ${join(configuration.dataDir, 'postgres')}`]
      : []),
    ...(keys.length > 0 ? ['  Generated keys   kept in'] : []),
    ...keys.map((path) => `                   ${path}`),
    '',
    ...(api === null ? [] : await nextStep(server, api)),
    '',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

/** An address of this machine alone is printed, and is not all that the server listens on (R47). */
function reach(isOwnAddress: boolean, bind: string): string {
  return isOwnAddress && localAddress(bind) !== bind ? '  (other machines reach it, too)' : '';
}

async function nextStep({ app, configuration }: RunningServer, api: string): Promise<string[]> {
  const dashboard = configuration.appUrlConfigured ? configuration.appUrl : api;
  const { firstAccount, setupTokenRequired } = await app.get(InstanceService).bootstrap(ON_THIS_MACHINE);
  if (!firstAccount) return [`Open ${dashboard} in a browser to sign in.`];
  const { generated } = app.get(SetupToken);
  const token = setupTokenRequired ? ',"setupToken":"<BOOTSTRAP_TOKEN>"' : '';
  return [
    `Next, create the first account: open ${dashboard} in a browser, or`,
    '',
    `  curl -X POST ${api}/v1/instance/bootstrap \\`,
    `    -d '{"name":"Ada","email":"ada@example.com","password":"choose-a-good-one"${token}}'`,
    ...(generated === null
      ? []
      : ['', 'From another machine, or through a proxy, this needs the setup token:', '', `  ${generated}`]),
  ];
}

main().catch((error: unknown) => {
  if (error instanceof BootInterrupted) process.exit(0);
  const text =
    error instanceof ConfigurationError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`Credential Gateway could not start.\n${text}\n`);
  process.exit(1);
});
