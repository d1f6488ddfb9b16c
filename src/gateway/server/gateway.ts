import type { ModelCallMarks } from '../../kernel/crypto/model-call-marks.js';
import type { CertificateAuthority } from '../../modules/foundation/certificate-authority/certificate-authority.js';
import type { AdmissionEvents } from '../pipeline/admission.js';
import { BodyBudgets, type BodyBudgetSettings } from '../exchange/body/body-budgets.js';
import { LeafCache } from '../ca/leaf-cache.js';
import {
  DestinationGuard,
  type DestinationSettings,
} from '../../kernel/egress/destination/destination-guard.js';
import {
  type ConnectionEvents,
  type ConnectionLimits,
  HttpConnections,
} from '../../kernel/http/connections/http-connections.js';
import type { RenewalEvents } from '../listener/certificate-renewal.js';
import { GatewayServer, LISTENER_DEFAULTS, type ListenerSettings } from '../listener/gateway.server.js';
import type { OriginSettings } from '../listener/gateway-origin.js';
import { ModelCalls } from '../stages/authorization/model-calls.js';
import { Pipeline } from '../pipeline/pipeline.js';
import type { GatewayServices } from '../exchange/services.js';
import { ClientIdentity } from '../upstream/dialing/client-identity.js';
import { EgressProxy } from '../upstream/dialing/egress-proxy.js';
import { OriginPools, POOL_DEFAULTS } from '../upstream/pools/origin-pools.js';
import { Connector, trustedRoots } from '../upstream/dialing/connector.js';
import { Upstream } from '../upstream/upstream.js';

export interface UpstreamLegSettings {
  connectTimeoutMs: number;
  responseTimeoutMs: number;
  idleTimeoutMs: number;
  /** PEM texts added to the built-in roots; null for none. */
  extraRootsPem: string | null;
  skipVerifyHosts: readonly string[];
  acceptInvalidCertificates: boolean;
  egressProxy: { url: string; exceptions: readonly string[] } | null;
}

export interface GatewaySettings {
  listener: Pick<ListenerSettings, 'bind' | 'port' | 'sharing' | 'tls' | 'drainMs'> &
    Partial<ListenerSettings>;
  tunnelPatienceMs?: number;
  /** On both legs. */
  http2: boolean;
  upstream: UpstreamLegSettings;
  destinations: DestinationSettings;
  bodies?: BodyBudgetSettings;
  /** Without them nobody is counted by address. */
  connections?: ConnectionLimits | undefined;
  /** Without them nothing is a question to a model. */
  modelCalls?: Pick<ModelCallMarks, 'isGenuine'> | undefined;
}

export interface GatewayEvents extends Pick<AdmissionEvents, 'authFailed'> {
  connections?: ConnectionEvents | undefined;
  leafCounted?: (outcome: 'made' | 'refused') => void;
  certificate?: RenewalEvents;
}

const ignore = (): void => undefined;
const NOBODY_COUNTED: ConnectionLimits = { perAddress: 0, counted: () => null };

export type AuthoritySource = Pick<CertificateAuthority, 'issuer'>;

/** The gateway put together from plain settings, without framework and database: what runs and what tests run. */
export class Gateway {
  private readonly guard: DestinationGuard;
  private readonly upstream: Upstream;
  private readonly server: GatewayServer;
  /** What the bodies of agents occupy, and what of them passed. */
  readonly bodies: Pick<BodyBudgets, 'heldBytes' | 'refusals' | 'traffic'>;
  readonly connections: HttpConnections;

  constructor(
    private readonly settings: GatewaySettings,
    services: GatewayServices,
    authority: AuthoritySource,
    origin: OriginSettings,
    { connections: connectionEvents, leafCounted, certificate, ...events }: GatewayEvents = {},
  ) {
    this.guard = new DestinationGuard(settings.destinations);
    this.upstream = upstreamOf(settings, this.guard);
    const bodies = new BodyBudgets(settings.bodies);
    this.bodies = bodies;
    const modelCalls = settings.modelCalls ? new ModelCalls(settings.modelCalls) : null;
    this.connections = new HttpConnections(
      settings.connections ?? NOBODY_COUNTED,
      connectionEvents ?? { fault: origin.fault, cut: ignore, refused: ignore },
    );
    const leaves = new LeafCache(() => authority.issuer(), leafCounted ? { counted: leafCounted } : {});
    this.server = new GatewayServer(
      { ...LISTENER_DEFAULTS, ...settings.listener },
      {
        patienceMs: settings.tunnelPatienceMs ?? LISTENER_DEFAULTS.tunnelPatienceMs,
        http2: settings.http2,
        contextFor: (host, agent) => leaves.contextFor(host, agent),
      },
      new Pipeline(
        services,
        this.guard,
        this.upstream,
        { ...events, fault: origin.fault },
        bodies,
        modelCalls,
      ),
      origin,
      this.connections,
      certificate ?? { renewed: ignore, refused: origin.fault },
    );
  }

  /** Opens the port and answers which one it is. */
  async start(): Promise<number> {
    const port = await this.server.listen();
    this.guard.protect({ host: this.settings.listener.bind, port });
    await this.guard.learnOwnAddresses();
    return port;
  }

  get openTunnels(): number {
    return this.server.openTunnels;
  }

  get draining(): boolean {
    return this.server.drain.draining;
  }

  /** 06 §18.3: refuses new connections, finishes what is in flight within the budget or until the signal, cuts the rest. */
  async stop(signal?: AbortSignal): Promise<void> {
    await this.server.close(signal);
    this.upstream.close();
  }
}

function upstreamOf({ upstream, http2 }: GatewaySettings, guard: DestinationGuard): Upstream {
  const { egressProxy, extraRootsPem, ...leg } = upstream;
  const secureContext = trustedRoots(extraRootsPem);
  const connector = new Connector(
    guard,
    { ...leg, secureContext },
    egressProxy && new EgressProxy(egressProxy.url, egressProxy.exceptions, secureContext),
  );
  const pools = new OriginPools(connector, { ...POOL_DEFAULTS, ...leg, http2 });
  return new Upstream(pools, new ClientIdentity(connector), leg);
}
