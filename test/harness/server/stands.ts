import { afterAll, beforeAll } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StandInProviders } from '../upstreams/providers.js';
import { startReplica, startServer, type TestServer } from './server.js';
import { startSessionIssuer, type SessionIssuer } from '../people/session-issuer.js';
import { StandInSlack } from '../upstreams/slack.js';
import { startUpstream, type Upstream } from '../upstreams/upstream.js';

/** A server whose internet is a stand-in, for all tests of the file or group that asks for it. */
export function withUpstream(
  take: (stand: { upstream: Upstream; server: TestServer }) => void,
  settings: Record<string, string> = {},
): void {
  const running = closedAfterwards();
  beforeAll(async () => {
    const upstream = running.keep(await startUpstream());
    const server = running.keep(await startServer({ ...upstream.settings, ...settings }));
    take({ upstream, server });
  });
}

/** A server whose providers of apps are a stand-in that it knows by its certificate, as it knows the real ones. */
export function withProviders(
  take: (stand: { providers: StandInProviders; server: TestServer }) => void,
  settings: Record<string, string> = {},
): void {
  const running = closedAfterwards();
  beforeAll(async () => take(await providersAndServer(running, settings)));
}

/** The same with a second process on its database. */
export function withProvidersAndReplica(
  take: (stand: {
    providers: StandInProviders;
    server: TestServer;
    replica: TestServer;
    /** For a third process. */
    settings: Record<string, string>;
  }) => void,
  settings: Record<string, string> = {},
): void {
  const running = closedAfterwards();
  beforeAll(async () => {
    const { all, ...stand } = await providersAndServer(running, settings);
    take({ ...stand, settings: all, replica: running.keep(await startReplica(stand.server, all)) });
  });
}

/** A server whose Slack is a stand-in, and a second process on its database. */
export function withSlack(
  take: (stand: {
    slack: StandInSlack;
    server: TestServer;
    replica: TestServer;
    /** For a third process. */
    settings: Record<string, string>;
  }) => void,
  settings: Record<string, string> = {},
): void {
  const running = closedAfterwards();
  beforeAll(async () => {
    const { all, server, providers } = await providersAndServer(running, settings);
    const slack = new StandInSlack(providers.upstream);
    take({ slack, server, settings: all, replica: running.keep(await startReplica(server, all)) });
  });
}

/** What a server needs to know these providers by their certificates. */
export async function trusting(upstream: Upstream): Promise<{ settings: Record<string, string> } & Closable> {
  const folder = await mkdtemp(join(tmpdir(), 'cg-providers-'));
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, upstream.authorityPem);
  const settings = { GATEWAY_DANGER_ACCEPT_INVALID_CERTS: 'false', GATEWAY_UPSTREAM_CA_FILE: authority };
  return { settings, close: () => rm(folder, { recursive: true, force: true }) };
}

async function providersAndServer(
  running: ReturnType<typeof closedAfterwards>,
  settings: Record<string, string>,
) {
  const upstream = running.keep(await startUpstream());
  const trusted = running.keep(await trusting(upstream));
  const all = { ...upstream.settings, ...trusted.settings, ...settings };
  const server = running.keep(await startServer(all));
  return { providers: new StandInProviders(upstream), server, all };
}

/** The same with a second process on its database. */
export function withReplica(
  take: (stand: { upstream: Upstream; server: TestServer; replica: TestServer }) => void,
  settings: Record<string, string> = {},
): void {
  const running = closedAfterwards();
  beforeAll(async () => {
    const upstream = running.keep(await startUpstream());
    const all = { ...upstream.settings, ...settings };
    const server = running.keep(await startServer(all));
    const replica = running.keep(await startReplica(server, all));
    take({ upstream, server, replica });
  });
}

/** A server without an internet. */
export function withServer(take: (server: TestServer) => void, settings: Record<string, string> = {}): void {
  const running = closedAfterwards();
  beforeAll(async () => take(running.keep(await startServer(settings))));
}

/** A Cloud deployment and who issues its sessions, for all tests of the file or group that asks for it. */
export function withCloud(
  take: (stand: { issuer: SessionIssuer; cloud: TestServer }) => void,
  settings: Record<string, string> = {},
): void {
  const running = closedAfterwards();
  beforeAll(async () => {
    const issuer = running.keep(await startSessionIssuer());
    const cloud = running.keep(await startServer({ ...issuer.settings, ...settings }));
    take({ issuer, cloud });
  });
}

interface Closable {
  close(): Promise<void>;
}

/** Closes what was kept after all tests, last started first, also where not everything could be started. */
function closedAfterwards() {
  const kept: Closable[] = [];
  afterAll(async () => {
    for (const each of kept.reverse()) await each.close();
  });
  return {
    keep<T extends Closable>(each: T): T {
      kept.push(each);
      return each;
    },
  };
}
