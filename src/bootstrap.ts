import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Logger as NestLogger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DestinationStream, Logger } from 'pino';
import { AppModule } from './app.module.js';
import { GatewayListener } from './gateway/server/gateway-listener.js';
import { LastRecords } from './gateway/server/last-records.js';
import type { Configuration } from './kernel/config/configuration.js';
import { workerEnvironment } from './kernel/config/worker-environment.js';
import { prepareDataDir } from './kernel/config/folders.js';
import { loadConfiguration } from './kernel/config/load-configuration.js';
import { createApplication } from './kernel/http/server/create-application.js';
import { ApplicationLogger } from './kernel/logging/application-logger.js';
import { Boot } from './kernel/process/boot.js';
import { Drain } from './kernel/process/drain.js';
import { localAuthority } from './kernel/ops/health-targets.js';
import { createLogger } from './kernel/logging/logger.js';
import { MetricsServer } from './kernel/ops/metrics.server.js';
import { ClientAddress } from './kernel/access/client/client-address.js';
import { registerRequestLog } from './kernel/ops/request-log.js';
import { type Closer, closeAll } from './kernel/process/shutdown.js';
import { Workers } from './kernel/workers/workers.js';
import { EmbeddedExecutor } from './modules/hosting/embedded/embedded-executor.js';

/** What the management origin may take of the shutdown budget before the database is closed. */
const API_CLOSE_MS = 2_000;
const DATABASE_CLOSE_MS = 3_000;
/** 06 §18.3f. */
const LAST_RECORDS_MS = 3_000;
const LAST_RECORDS_LEAST_MS = 1_000;

/** 04 §11.6, and what of the whole budget is left to the steps behind it. */
const TURNS_MS = 25_000;
const TURNS_SHARE = 0.5;

export interface RunningServer {
  configuration: Configuration;
  app: NestFastifyApplication;
  log: Logger;
  apiUrl: string | null;
  gatewayUrl: string | null;
  metricsUrl: string | null;
  /** In order: turns of hosted agents ended, gateway drained, its records written, management listener, then everything behind them. */
  closers: readonly Closer[];
  close(): Promise<void>;
}

/**
 * Loads the configuration, builds the application and opens the listeners of this process's roles.
 * Rejects with `ConfigurationError`, or with what kept a part from starting; nothing stays open then.
 * `logTo` takes the log instead of standard output; `boot` can interrupt the start.
 */
export async function startServer(
  env?: NodeJS.ProcessEnv,
  logTo?: DestinationStream,
  boot = new Boot(),
): Promise<RunningServer> {
  const configuration = loadConfiguration(env);
  const log = createLogger(configuration, logTo);
  const logger = new ApplicationLogger(log);
  NestLogger.overrideLogger(logger);
  if (!configuration.worker)
    for (const detail of configuration.warnings) log.warn({ detail }, 'check a setting');
  prepareDataDir(configuration);
  const app = await build(configuration, logger, boot);
  let listening: GatewayListener | null = null;
  try {
    const addresses = app.get(ClientAddress, { strict: false });
    registerRequestLog(app.getHttpAdapter().getInstance(), log, (request) => addresses.counted(request));
    await app.init();
    boot.proceed();
    const apiUrl = await listen(app, configuration);
    const gateway = configuration.serverRoles.has('gateway') ? app.get(GatewayListener) : null;
    const gatewayPort = gateway && (await gateway.listen());
    listening = gateway;
    boot.proceed();
    if (gatewayPort !== null) await startWorkers(app, configuration, gatewayPort);
    boot.proceed();
    const scheme = configuration.gateway.tlsCert === null ? 'http' : 'https';
    const gatewayUrl =
      gatewayPort === null ? null : `${scheme}://${localAuthority(configuration.gatewayBind, gatewayPort)}`;
    const closers = closersOf(app, configuration, gateway);
    return {
      configuration,
      app,
      log,
      apiUrl,
      gatewayUrl,
      metricsUrl: app.get(MetricsServer).url,
      closers,
      close: () => closeAll({ drain: app.get(Drain), closers, budgetMs: budgetOf(configuration), log }),
    };
  } catch (error) {
    await app.get(Workers).close(AbortSignal.abort());
    await listening?.close(AbortSignal.abort());
    await app.close();
    throw error;
  }
}

async function build(
  configuration: Configuration,
  logger: ApplicationLogger,
  boot: Boot,
): Promise<NestFastifyApplication> {
  try {
    return await createApplication(AppModule.of(configuration, { boot }), logger);
  } catch (error) {
    await boot.giveUp();
    throw error;
  }
}

/** The whole shutdown budget in milliseconds (06 §2). */
export function budgetOf(configuration: Configuration): number {
  return configuration.gateway.shutdownTimeoutSecs * 1_000;
}

async function listen(app: NestFastifyApplication, configuration: Configuration): Promise<string | null> {
  if (!configuration.serverRoles.has('api')) return null;
  await app.listen(configuration.port, configuration.apiBind);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return `http://${localAuthority(configuration.apiBind, port)}`;
}

/** The other processes of this port; they run the program that this one runs. */
async function startWorkers(
  app: NestFastifyApplication,
  { gateway, worker }: Configuration,
  port: number,
): Promise<void> {
  if (worker || gateway.workers === 1) return;
  await app.get(Workers).start(gateway.workers - 1, {
    path: process.argv[1]!,
    environment: workerEnvironment(port),
  });
}

function closersOf(
  app: NestFastifyApplication,
  configuration: Configuration,
  gateway: GatewayListener | null,
): Closer[] {
  const drain = async (signal: AbortSignal): Promise<void> => {
    await Promise.all([gateway?.close(signal), app.get(Workers).close(signal)]);
  };
  const records = {
    name: 'records',
    limitMs: LAST_RECORDS_MS,
    leastMs: LAST_RECORDS_LEAST_MS,
    close: (signal: AbortSignal) => app.get(LastRecords).write(signal),
  };
  // While the gateway is open: they work through it (R38.10).
  const turns = {
    name: 'turns',
    limitMs: Math.min(TURNS_MS, budgetOf(configuration) * TURNS_SHARE),
    close: (signal: AbortSignal) => app.get(EmbeddedExecutor).close(signal),
  };
  return [
    turns,
    ...(gateway ? [{ name: 'gateway', close: drain }, records] : []),
    { name: 'application', limitMs: API_CLOSE_MS + DATABASE_CLOSE_MS, close: () => app.close() },
  ];
}
