import { Injectable } from '@nestjs/common';
import type {
  ClientConfig,
  ConnectMethod,
  Exchange,
} from '../../../domain/decision/catalog/model/connection-model.js';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import type { TenantScope } from '../../../kernel/database/scope.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { validateDto } from '../../../kernel/http/fields/validation.pipe.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { AppAvailabilityService } from '../app-availability/app-availability.service.js';
import { AppClientsService } from '../app-clients/app-clients.service.js';
import { ConnectionWriter } from '../connections/connection-writer.js';
import type { NewCredentials, SavedConnection } from '../connections/new-credentials.js';
import { ConnectInitiator } from './connect-initiator.js';
import { ConnectRefused } from './connect-refused.js';
import { connectErrors, notAvailable } from './connect.errors.js';
import { DirectCredentials } from './direct-credentials.js';
import { groupOf, isDirect, methodOf, readFields } from './direct-fields.js';
import { ConnectAppRequest } from './dto/connect-app.dto.js';

/** Of user credentials that come with the client they were made with (03 §6.5). */
const GIVEN_CLIENT: ClientConfig = {
  fields: [
    { name: 'clientId', label: 'Client ID', secret: false },
    { name: 'clientSecret', label: 'Client Secret', secret: true },
  ],
  env: null,
};

type Fields = Record<string, string>;

/** Connects an account with what a person typed in, at either level (03 §5.1). */
@Injectable()
export class DirectConnectService {
  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
    private readonly availability: AppAvailabilityService,
    private readonly clients: AppClientsService,
    private readonly credentials: DirectCredentials,
    private readonly person: ConnectInitiator,
    private readonly writer: ConnectionWriter,
  ) {}

  /** The checks are made in the order of 03 §5.1; the provider is asked before anything is locked. */
  async connect(
    scope: TenantScope,
    by: AuditActor & { userId: string },
    provider: string,
    sent: unknown,
  ): Promise<SavedConnection> {
    const app = this.catalog.find(provider);
    if (app === null || !(await this.availability.isAvailable(this.db, scope, provider)))
      throw new AppError(connectErrors.provider_not_available, { message: notAvailable(provider) });
    const body = validateDto(ConnectAppRequest, sent);
    const method = directMethod(app, body);
    const fields = fieldsOf(method, body);
    const obtained = await this.obtain(scope, method, fields).catch(refused);
    return this.db.tx(async (tx) => {
      await this.person.hold(tx, scope, by.userId);
      const appConfigId = await this.saveClient(tx, scope, provider, method, fields);
      const label = body.label === undefined || body.label === '' ? null : body.label;
      const connectionId = body.connectionId ?? null;
      return this.writer.save(tx, scope, by, {
        account: { provider, label, connectionId, withoutIdentity: 'newest' },
        credentials: { ...obtained, appConfigId },
      });
    });
  }

  private async obtain(
    scope: TenantScope,
    method: ConnectMethod,
    fields: Fields,
  ): Promise<Omit<NewCredentials, 'appConfigId'>> {
    const exchange = exchangeOf(method, fields);
    if (exchange === null) return this.credentials.ofKey(method, fields);
    // Whatever the caller sent under such a name is no declared field, so it never got here.
    const names = Object.keys(exchange.serverFields ?? {});
    const externalId = names.length === 0 ? null : await this.clients.awsExternalId(scope);
    const own = Object.fromEntries(names.map((name) => [name, externalId!]));
    return this.credentials.ofImport(exchange, { ...fields, ...own });
  }

  private async saveClient(
    tx: Tx,
    scope: TenantScope,
    provider: string,
    method: ConnectMethod,
    fields: Fields,
  ): Promise<string | null> {
    if (!exchangeOf(method, fields)?.alsoSavesClientConfig) return null;
    const { clientId = '', clientSecret = '' } = fields;
    return this.clients.saveAlong(tx, scope, provider, GIVEN_CLIENT, { clientId, clientSecret });
  }
}

function directMethod(app: CatalogApp, { method: name }: ConnectAppRequest): ConnectMethod {
  const method = methodOf(app, name);
  if (method === null || !isDirect(method)) throw new AppError(connectErrors.connect_method_unfit);
  return method;
}

function fieldsOf(method: ConnectMethod, { fields }: ConnectAppRequest): Fields {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new AppError(connectErrors.connect_fields_missing);
  const read = readFields(method, fields);
  if ('problem' in read) throw invalidRequest(read.problem);
  return read.values;
}

function exchangeOf(method: ConnectMethod, fields: Fields): Exchange | null {
  const { exchange } = method;
  if (exchange === undefined) return null;
  return exchange.kind === 'groups' ? exchange.groups[groupOf(method, fields)!]! : exchange;
}

function refused(error: unknown): never {
  if (!(error instanceof ConnectRefused)) throw error;
  throw new AppError(connectErrors.connect_refused, { message: error.message, cause: error });
}
