import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BoundedDataSource, dataSourceOptions } from './connection/data-source.js';
import { DatabaseLocation } from './database-location.js';
import { Database } from './database.js';
import { Epochs } from './epochs.js';
import { Notifications } from './notifications.js';

const NOWHERE = 'postgres://nowhere.invalid/nothing';

/**
 * Stands in for `DatabaseModule` in an application that is put together only to be described: everything can be
 * injected, nothing ever connects.
 */
@Global()
@Module({
  providers: [
    { provide: DatabaseLocation, useValue: { url: NOWHERE, close: () => Promise.resolve() } },
    { provide: DataSource, useFactory: () => new BoundedDataSource(dataSourceOptions(NOWHERE)) },
    Database,
    Notifications,
    Epochs,
  ],
  exports: [DatabaseLocation, DataSource, Database, Notifications, Epochs],
})
export class AbsentDatabaseModule {}
