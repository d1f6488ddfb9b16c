import { Module } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { AppCatalog } from './catalog.js';

@Module({
  providers: [
    {
      provide: AppCatalog,
      inject: [Configuration],
      useFactory: ({ appCatalogDir }: Configuration) => new AppCatalog(appCatalogDir),
    },
  ],
  exports: [AppCatalog],
})
export class AppCatalogModule {}
