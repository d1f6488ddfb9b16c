import { Injectable } from '@nestjs/common';
import type { Counted } from '../../kernel/metrics/labelled.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import type { TalliedHistogram } from '../../kernel/metrics/tallied-histogram.js';
import type { BodyBudgets, BodyRefusal } from '../exchange/body/body-budgets.js';
import type { Exchange, ExchangeOutcome, GatewayMode } from '../exchange/exchange.js';
import type { RefusalCode } from '../exchange/results/refusal-codes.js';

/** Seconds; LLMs answer slowly, the response timeout ends the scale. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

type WatchedBodies = Pick<BodyBudgets, 'heldBytes' | 'refusals' | 'traffic'>;

/** `none` for an agent that left before any answer, and for what is no HTTP status. */
type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none';
type Ended = { mode: GatewayMode; verdict: RefusalCode | 'none' | 'answered'; status: StatusClass };

interface Tally {
  labels: Ended;
  /** Of HTTP; the label is its class. */
  code: number;
  count: number;
}

/**
 * What agent traffic adds to `/metrics` (06 §18.2). Every label comes from a list of our own, none names a host or
 * an agent. Requests are tallied in a plain map and become samples when somebody asks: naming labels for each one
 * would cost more than counting it. Held requests, injection skips and log drops are measured where they occur.
 */
@Injectable()
export class GatewayMetrics {
  private readonly requests = new Map<string, Tally>();
  /** What ended last, which is mostly how the next one ends. */
  private latest: Tally | null = null;
  private readonly latency: TalliedHistogram;
  private readonly authFailures: Counted;
  private readonly storeFailures: Counted;
  private readonly leaves: Counted<{ outcome: 'made' | 'refused' }>;
  private webSockets = 0;
  private tunnels: () => number = () => 0;
  private bodies: () => WatchedBodies | null = () => null;

  constructor(metrics: Metrics) {
    this.latency = metrics.histogram({
      name: 'gateway_upstream_latency_seconds',
      help: 'Time from sending a request upstream to the head of its response',
      buckets: LATENCY_BUCKETS,
    });
    this.authFailures = metrics.counter({
      name: 'gateway_auth_failures_total',
      help: 'Tunnels and requests refused because they had no valid agent token',
    });
    this.storeFailures = metrics.counter({
      name: 'gateway_rate_limit_store_failures_total',
      help: 'Requests allowed without a rate limit because the counter was unavailable',
    });
    this.leaves = metrics.counter({
      name: 'gateway_leaf_certificates_total',
      help: 'Leaf certificates made, and those refused to agents with too many new hosts',
      labelNames: ['outcome'],
    });
    this.registerRequests(metrics);
    this.registerOpen(metrics);
    this.registerBodies(metrics);
  }

  /** One authenticated request that ended; a WebSocket ends with its handshake and then counts as open. */
  finished(exchange: Exchange, { status, refusal, upstreamMs }: ExchangeOutcome): void {
    const code = refusal === null ? 'none' : (refusal.body.error ?? 'answered');
    this.tallyOf(exchange.mode, code, status).count += 1;
    if (upstreamMs !== undefined) this.latency.observe(upstreamMs / 1_000);
    if (exchange.isWebSocket && status === 101) this.webSocketOpened(exchange);
  }

  authFailed(): void {
    this.authFailures.inc();
  }

  leafCounted(outcome: 'made' | 'refused'): void {
    this.leaves.inc({ outcome });
  }

  rateLimitStoreFailed(): void {
    this.storeFailures.inc();
  }

  /** `count` is asked at every scrape. */
  watchTunnels(count: () => number): void {
    this.tunnels = count;
  }

  /** Asked at every scrape. */
  watchBodies(bodies: () => WatchedBodies): void {
    this.bodies = bodies;
  }

  private tallyOf(mode: Ended['mode'], verdict: Ended['verdict'], code: number): Tally {
    const { latest } = this;
    if (latest?.code === code && latest.labels.mode === mode && latest.labels.verdict === verdict)
      return latest;
    const key = `${mode} ${verdict} ${code}`;
    let tally = this.requests.get(key);
    if (tally === undefined) {
      tally = { labels: { mode, verdict, status: classOf(code) }, code, count: 0 };
      this.requests.set(key, tally);
    }
    this.latest = tally;
    return tally;
  }

  private webSocketOpened({ client: { socket } }: Exchange): void {
    if (socket.destroyed) return;
    this.webSockets += 1;
    socket.once('close', () => (this.webSockets -= 1));
  }

  private registerRequests(metrics: Metrics): void {
    const { requests } = this;
    metrics.counter<Ended>({
      name: 'gateway_requests_total',
      help: 'Requests of authenticated agents; verdict `none` is a response of the upstream, `answered` one of the gateway itself',
      labelNames: ['mode', 'verdict', 'status'],
      collect() {
        this.reset();
        for (const { labels, count } of requests.values()) this.inc(labels, count);
      },
    });
  }

  private registerBodies(metrics: Metrics): void {
    const bodies = (): WatchedBodies | null => this.bodies();
    metrics.gauge({
      name: 'gateway_held_body_bytes',
      help: 'Bytes of request bodies that are kept while they wait for rules, people or upstreams',
      collect() {
        this.set(bodies()?.heldBytes ?? 0);
      },
    });
    metrics.counter<{ direction: 'from_agents' | 'to_agents' }>({
      name: 'gateway_bytes_total',
      help: 'Bytes of bodies and WebSockets received from agents and sent to agents',
      labelNames: ['direction'],
      collect() {
        this.reset();
        const { received = 0, sent = 0 } = bodies()?.traffic ?? {};
        this.inc({ direction: 'from_agents' }, received);
        this.inc({ direction: 'to_agents' }, sent);
      },
    });
    metrics.counter<{ reason: BodyRefusal }>({
      name: 'gateway_bodies_refused_total',
      help: 'Requests refused because their body came too slowly, or because too many bodies were kept',
      labelNames: ['reason'],
      collect() {
        this.reset();
        const { crowded = 0, slow = 0 } = bodies()?.refusals ?? {};
        this.inc({ reason: 'crowded' }, crowded);
        this.inc({ reason: 'slow' }, slow);
      },
    });
  }

  private registerOpen(metrics: Metrics): void {
    const tunnels = (): number => this.tunnels();
    const webSockets = (): number => this.webSockets;
    metrics.gauge({
      name: 'gateway_open_tunnels',
      help: 'Open CONNECT tunnels',
      collect() {
        this.set(tunnels());
      },
    });
    metrics.gauge({
      name: 'gateway_open_websockets',
      help: 'Open WebSockets',
      collect() {
        this.set(webSockets());
      },
    });
  }
}

function classOf(status: number): StatusClass {
  return status >= 100 && status < 600 ? (`${Math.floor(status / 100)}xx` as StatusClass) : 'none';
}
