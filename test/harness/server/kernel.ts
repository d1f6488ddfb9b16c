import { NestFactory } from '@nestjs/core';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { ConfigurationModule } from '../../../src/kernel/config/configuration.module.js';
import { loadConfiguration } from '../../../src/kernel/config/load-configuration.js';
import { DatabaseModule } from '../../../src/kernel/database/database.module.js';
import { Database } from '../../../src/kernel/database/database.js';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import { Notifications } from '../../../src/kernel/database/notifications.js';
import { JobsModule } from '../../../src/kernel/jobs/jobs.module.js';
import { Jobs } from '../../../src/kernel/jobs/jobs.js';

/** The part of the application below HTTP: database and jobs. */
export interface Kernel {
  db: Database;
  notifications: Notifications;
  epochs: Epochs;
  jobs: Jobs;
  context: INestApplicationContext;
  close: () => Promise<void>;
}

/** Boots it on a database; `prepare` runs before anything has started, where modules register their handlers. */
export async function startKernel(
  databaseUrl: string,
  roles = 'api',
  prepare: (kernel: Kernel) => void = () => undefined,
  imports: DynamicModule[] = [],
): Promise<Kernel> {
  const env = { NODE_ENV: 'test', DATABASE_URL: databaseUrl, SERVER_ROLES: roles };
  const root = {
    module: class KernelRoot {},
    imports: [ConfigurationModule.of(loadConfiguration(env)), DatabaseModule, JobsModule, ...imports],
    providers: [
      {
        provide: 'prepared',
        inject: [Database, Notifications, Epochs, Jobs],
        useFactory: (db: Database, notifications: Notifications, epochs: Epochs, jobs: Jobs) => {
          const kernel = { db, notifications, epochs, jobs } as Kernel;
          prepare(kernel);
          return kernel;
        },
      },
    ],
  };
  const context = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  const kernel = context.get<Kernel>('prepared');
  return Object.assign(kernel, { context, close: () => context.close() });
}
