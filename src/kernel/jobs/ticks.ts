import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';

type Step = () => Promise<void>;

const EVERY_MS = 1_000;
/** A database that is down fails every step every second. */
const TOLD_EVERY_MS = 60_000;

/**
 * Upkeep that comes round each second (04 §8.8), on every process that does the work of the deployment. Nothing chooses
 * one of them: steps are guarded by the locks of the rows they change. A step that fails does not keep up the others.
 */
@Injectable()
export class Ticks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(Ticks.name);
  private readonly steps = new Map<string, Step>();
  private readonly toldAt = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;
  private stopping = false;

  constructor(private readonly configuration: Configuration) {}

  /** In the constructor of a service; steps run in the order of their registration. */
  register(name: string, step: Step): void {
    if (this.steps.has(name)) throw new Error(`The step ${name} is registered twice`);
    this.steps.set(name, step);
  }

  onApplicationBootstrap(): void {
    if (!this.configuration.serverRoles.has('worker')) return;
    this.timer = setInterval(() => this.begin(), EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    if (this.timer) clearInterval(this.timer);
    await this.round;
  }

  private begin(): void {
    this.round ??= this.run().finally(() => (this.round = null));
  }

  private async run(): Promise<void> {
    for (const [name, step] of this.steps) {
      if (this.stopping) return;
      await step().catch((error: unknown) => this.tell(name, error));
    }
  }

  private tell(step: string, error: unknown): void {
    const now = performance.now();
    if (now - (this.toldAt.get(step) ?? -Infinity) < TOLD_EVERY_MS) return;
    this.toldAt.set(step, now);
    this.log.error({ step, err: error }, 'cleanup step failed');
  }
}
