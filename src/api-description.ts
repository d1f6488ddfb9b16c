import { randomBytes } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { loadConfigurationWith } from './kernel/config/load-configuration.js';
import { AbsentDatabaseModule } from './kernel/database/absent-database.module.js';
import { createApplication } from './kernel/http/server/create-application.js';
import { buildOpenApiDocument } from './kernel/http/openapi/openapi.js';

/**
 * The document of `/openapi.json` without a server: the application is put together and never started, so
 * nothing listens, no job runs and no database is asked.
 */
export async function describeApi(): Promise<OpenAPIObject> {
  const configuration = loadConfigurationWith({
    // Every role, or the gateway's own operations would be missing.
    SERVER_ROLES: 'api,gateway,worker',
    // Throw-away keys: without them a fresh checkout would be given key files.
    SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
  });
  const app = await createApplication(AppModule.of(configuration, { database: AbsentDatabaseModule }), false);
  return buildOpenApiDocument(app);
}
