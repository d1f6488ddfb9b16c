import { Global, Inject, Module } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { Boot } from '../process/boot.js';
import { BoundedDataSource, dataSourceOptions } from './connection/data-source.js';
import { DatabaseLocation, openDatabase } from './database-location.js';
import { Database } from './database.js';
import { Epochs } from './epochs.js';
import { Notifications } from './notifications.js';

/** The database exists, is migrated and answers before anything that could use it is built. */
@Module({
  providers: [
    {
      provide: DatabaseLocation,
      inject: [Configuration, { token: Boot, optional: true }],
      useFactory: async (config: Configuration, boot?: Boot) => {
        const opening = openDatabase(config);
        const location = await (config.databaseUrl === null && boot ? boot.whole(opening) : opening);
        boot?.started(() => location.close());
        boot?.proceed();
        return location;
      },
    },
  ],
  exports: [DatabaseLocation],
})
class DatabaseLocationModule {}

@Global()
@Module({
  imports: [
    DatabaseLocationModule,
    TypeOrmModule.forRootAsync({
      imports: [DatabaseLocationModule],
      inject: [DatabaseLocation],
      useFactory: (location: DatabaseLocation) => ({
        ...dataSourceOptions(location.url),
        autoLoadEntities: true,
        retryAttempts: 3,
      }),
      dataSourceFactory: async (options) => {
        if (!options) throw new Error('The data source has no options');
        return new BoundedDataSource(options).initialize();
      },
    }),
  ],
  providers: [Database, Notifications, Epochs],
  exports: [Database, Notifications, Epochs, DatabaseLocationModule],
})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(DatabaseLocation) private readonly location: DatabaseLocation,
    private readonly source: DataSource,
    private readonly notifications: Notifications,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.notifications.open();
  }

  /** The last phase of a shutdown; the order matters: users of connections first, then the server behind them. */
  async onApplicationShutdown(): Promise<void> {
    await this.notifications.close();
    if (this.source.isInitialized) await this.source.destroy();
    await this.location.close();
  }
}
