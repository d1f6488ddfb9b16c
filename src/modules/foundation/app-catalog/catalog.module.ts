import { Module } from '@nestjs/common';
import { AppCatalog } from './catalog.js';

@Module({ providers: [AppCatalog], exports: [AppCatalog] })
export class AppCatalogModule {}
