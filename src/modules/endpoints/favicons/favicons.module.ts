import { Module } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { DatabaseLocation } from '../../../kernel/database/database-location.js';
import { PublicFetch } from '../../../kernel/egress/public-fetch.js';
import { FaviconsController } from './favicons.controller.js';
import { FaviconsService } from './favicons.service.js';

@Module({
  controllers: [FaviconsController],
  providers: [
    FaviconsService,
    {
      provide: PublicFetch,
      inject: [Configuration, DatabaseLocation],
      useFactory: (configuration: Configuration, location: DatabaseLocation) =>
        PublicFetch.of(configuration, location.url),
    },
  ],
})
export class FaviconsModule {}
