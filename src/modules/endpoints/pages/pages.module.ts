import { type DynamicModule, Module } from '@nestjs/common';
import type { Configuration } from '../../../kernel/config/configuration.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';
import { SignInPagesController } from './sign-in-pages.controller.js';

@Module({ imports: [AppCatalogModule], providers: [PagesService] })
export class PagesModule {
  static of({ edition }: Configuration): DynamicModule {
    const signIn = edition === 'onprem' ? [SignInPagesController] : [];
    return { module: PagesModule, controllers: [PagesController, ...signIn] };
  }
}
