import { AppError } from '../../../kernel/errors/app-error.js';
import { declareErrors } from '../../../kernel/errors/error-definition.js';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import type { AppCatalog } from '../../foundation/app-catalog/catalog.js';

/** Reading the catalogue (03 §2, §4). */
export const appErrors = declareErrors({
  app_unknown: { status: 404, surface: 'flat', message: 'Unknown provider' },
  app_without_tools: { status: 404, surface: 'flat', message: 'This app has no tools to choose from' },
});

/** The app of a path; refuses names that are none. */
export function requireApp(catalog: AppCatalog, provider: string): CatalogApp {
  const app = catalog.find(provider);
  if (app === null) throw new AppError(appErrors.app_unknown, { message: `Unknown provider: ${provider}` });
  return app;
}
