import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { ExportMetrics } from './export-metrics.js';
import { OutboxQueue } from './outbox-queue.js';
import { SinkRunner } from './sink-runner.js';
import { configuredSinks, sinkNames } from './sinks/configured-sinks.js';

const HOURLY = '23 * * * *';
/** Well within the shortest time after which a sink is forgotten. */
const ANNOUNCE_EVERY_MS = 600_000;

/** Announces the sinks of this deployment, and sends to them where this process is a worker. */
@Injectable()
export class Exporter implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Exporter.name);
  private runners: SinkRunner[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly queue: OutboxQueue,
    private readonly metrics: ExportMetrics,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    // Also without sinks: those of a release that had some are forgotten here.
    this.jobs.registerPeriodic('event-export.forget-old', HOURLY, () => this.forgetOld());
  }

  /** Before any port is open, so that the first decision is kept. */
  async onApplicationBootstrap(): Promise<void> {
    const names = sinkNames(this.configuration);
    if (names.length === 0) return;
    await this.queue.announce(names);
    this.timer = setInterval(() => void this.announceAgain(), ANNOUNCE_EVERY_MS).unref();
    if (!this.configuration.serverRoles.has('worker')) return;
    this.metrics.begin(names);
    const { exportBatchEvents } = this.configuration;
    this.runners = configuredSinks(this.configuration).map(
      (sink) => new SinkRunner(sink, this.queue, this.metrics, this.logger, exportBatchEvents),
    );
    for (const runner of this.runners) runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all(this.runners.map((runner) => runner.stop()));
  }

  private async announceAgain(): Promise<void> {
    await this.queue.announce(sinkNames(this.configuration)).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'export sinks could not be registered');
    });
  }

  private async forgetOld(): Promise<void> {
    for (const [sink, events] of await this.queue.forgetOld()) {
      this.metrics.dropped(sink, events);
      this.logger.error({ sink, events }, 'export events expired and were dropped');
    }
  }
}
