import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { accessOf } from '../../access/declaration/access.decorator.js';
import { describeAccess, type OperationAccess } from '../../access/declaration/openapi-access.js';
import { Configuration } from '../../config/configuration.js';
import { platformErrors } from '../../errors/platform-errors.js';
import { OpenApiContributions } from './openapi-contributions.js';
import { errorsOf, type OperationOptions, operationOf } from './operation.decorator.js';
import { finishSchemas } from './openapi-schemas.js';
import { addBrowserAnswers, addErrors, ERROR_SCHEMAS } from './openapi-errors.js';
import { addSchemas } from '../fields/schema-names.js';
import { usedSchemes } from './openapi-security.js';
import { declareTags } from './openapi-tags.js';
import { originsOf } from '../../routes/origins.js';
import { addProjectAliases, type OperationObject, operationsOf } from './openapi-transform.js';

const WORKSPACE_HEADER = {
  name: 'X-Workspace-Id',
  in: 'header' as const,
  required: false,
  schema: { type: 'string' as const },
  description:
    'Selects the workspace when the credential is an organization key or a session. A workspace key ' +
    'implies its own workspace.',
};

type ServerObject = NonNullable<OpenAPIObject['servers']>[number];

const IN_ADDRESS = new Set(['query', 'path']);
/** Paths that speak one shape whatever went wrong. */
const WHOLE_SURFACES = ['auth', 'scim'] as const;

const MANAGEMENT = 'Management API';

const ABOUT = `Management API and gateway control endpoints.

Times are RFC 3339 in UTC, ids are opaque. Unknown fields of a body are ignored unless its schema forbids them, and the
white space around names, hosts and addresses is removed. A text with U+0000 or half a surrogate pair is refused.`;

/** OpenAPI 3.1 names a licence by its SPDX identifier; the document builder only knows an address. */
const INFO = {
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  contact: { name: 'Operator of this deployment' },
};

/** The OpenAPI 3.1 document of contract 01 §23.6, built from the handlers' own metadata. */
export function buildOpenApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const configuration = app.get(Configuration);
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Credential Gateway')
    .setDescription(ABOUT)
    .setVersion('1.0')
    .addServer(managementServer(configuration), MANAGEMENT)
    .build();
  // The interface has a version of its own, 1.0; this is the server's.
  Object.assign(base.info, INFO, { 'x-release': configuration.appVersion });
  const document = SwaggerModule.createDocument(app, base, { autoTagControllers: false });
  const schemas: Record<string, unknown> = { ...document.components?.schemas };
  addSchemas(schemas, ERROR_SCHEMAS);
  document.components = { ...document.components, schemas: schemas as Record<string, never> };
  describeOperations(document, handlersOf(app));
  addProjectAliases(document);
  // Only what the validator reads: contributed operations say themselves what they take.
  finishSchemas(document);
  app.get(OpenApiContributions).addTo(document);
  declareTags(document, app);
  document.components.securitySchemes = usedSchemes(document, configuration);
  return document;
}

/** Where no public URL is configured, the origin the document was read from is the right one. */
export function managementServer({ apiUrl, apiUrlConfigured }: Configuration): string {
  return apiUrlConfigured ? apiUrl : '/';
}

export function gatewayServer({ gatewayApiUrl, gatewayPort }: Configuration): ServerObject {
  return { url: gatewayApiUrl ?? `http://localhost:${gatewayPort}`, description: 'Gateway' };
}

/** None for what the document's own server answers alone. */
function serversOf(handler: object, configuration: Configuration): ServerObject[] | null {
  const origins = originsOf(handler);
  if (!origins.includes('gateway')) return null;
  const management = { url: managementServer(configuration), description: MANAGEMENT };
  return [...(origins.includes('management') ? [management] : []), gatewayServer(configuration)];
}

interface DescribedHandler {
  operation: OperationOptions;
  access: OperationAccess;
  /** Whether the caller may have to name a workspace (01 §5.1). */
  inWorkspace: boolean;
  servers: ServerObject[] | null;
}

function handlersOf(app: NestFastifyApplication): Map<string, DescribedHandler> {
  const described = new Map<string, DescribedHandler>();
  const configuration = app.get(Configuration);
  const scanner = new MetadataScanner();
  for (const { instance, metatype } of app.get(DiscoveryService, { strict: false }).getControllers()) {
    if (!metatype || !instance) continue;
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name];
      const operation = handler && operationOf(handler);
      if (!operation) continue;
      if (described.has(name)) throw new Error(`Two operations are called ${name}`);
      const access = describeAccess(handler, metatype);
      described.set(name, {
        operation,
        access,
        inWorkspace: needsWorkspace(handler, metatype),
        servers: serversOf(handler, configuration),
      });
    }
  }
  return described;
}

function needsWorkspace(handler: object, controller: object): boolean {
  const rule = accessOf(handler, controller);
  return rule !== undefined && !rule.public && (rule.level === 'workspace' || rule.needsWorkspace === true);
}

function describeOperations(document: OpenAPIObject, handlers: Map<string, DescribedHandler>): void {
  for (const operation of operationsOf(document)) {
    const described = handlers.get(operation.operationId ?? '');
    if (!described) continue;
    const { access, servers } = described;
    if (servers) operation.servers = servers;
    operation.security = described.operation.security?.map((scheme) => ({ [scheme]: [] })) ?? access.security;
    operation['x-availability'] = access.availability;
    if (described.inWorkspace) operation.parameters = [...(operation.parameters ?? []), WORKSPACE_HEADER];
    const whole = WHOLE_SURFACES.find((surface) => access.errors.some((error) => error.surface === surface));
    const errors = [...access.errors, ...errorsOf(described.operation)];
    if (takesInput(operation)) errors.unshift(platformErrors.invalid_request);
    addErrors(operation, whole ? errors.map((error) => ({ ...error, surface: whole })) : errors);
    addBrowserAnswers(operation, described.operation.browserAnswers);
  }
}

/** Whatever takes a body, a query or a part of its path can refuse it (01 §8.1). */
function takesInput({ requestBody, parameters = [] }: OperationObject): boolean {
  return (
    requestBody !== undefined ||
    parameters.some((parameter) => 'in' in parameter && IN_ADDRESS.has(parameter.in))
  );
}
