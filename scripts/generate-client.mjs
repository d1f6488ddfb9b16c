/**
 * Writes `client/src/generated/schema.ts`, the types of every operation, and `client/src/operations.ts`, what sending it
 * takes, from the document that the server answers at /openapi.json. Needs a build. `--check` writes nothing and fails
 * where the files are not current.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'client/src');
const MARK =
  '// Generated from the OpenAPI document by scripts/generate-client.mjs: change the server, not this file.\n\n';
/** Spoken by identity providers, scrapers and agents, each with clients of their own. */
const OF_OTHER_CLIENTS = ['/scim/', '/metrics', '/proxy'];

const { describeApi } = await import('../dist/src/api-description.js');
const document = JSON.parse(JSON.stringify(await describeApi()));
const operations = operationsOf(document);
const written = {
  'generated/schema.ts': await types(document, operations),
  'operations.ts': runtime(document, operations),
  'generated/certificate-variables.ts': certificateVariables(document),
};

const config = await resolveConfig(join(FOLDER, 'client.ts'));
let stale = [];
if (!process.argv.includes('--check')) mkdirSync(join(FOLDER, 'generated'), { recursive: true });
for (const [name, text] of Object.entries(written)) {
  const path = join(FOLDER, name);
  const pretty = await format(MARK + text, { ...config, filepath: path });
  if (!process.argv.includes('--check')) writeFileSync(path, pretty);
  else if (read(path) !== pretty) stale.push(name);
}
if (stale.length > 0) {
  process.stderr.write(
    `Not what the server offers: ${stale.join(', ')} in client/src. Run: npm run client\n`,
  );
  process.exit(1);
}
process.exit(0);

/** Everything a client calls: not what is gone, nor what other protocols speak. */
function operationsOf({ paths }) {
  return Object.entries(paths)
    .filter(([path]) => !OF_OTHER_CLIENTS.some((prefix) => path.startsWith(prefix)))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => !operation.operationId.startsWith('gone') && !operation.deprecated)
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
}

/** Only what a caller passes and what comes back when it went well: errors have one shape for all. */
async function types({ components, ...rest }, kept) {
  const paths = {};
  for (const { path, method, operation } of kept) {
    const { operationId, summary, parameters = [], requestBody, responses } = operation;
    (paths[path] ??= {})[method] = {
      operationId,
      summary,
      parameters: parameters.filter(({ in: place }) => place !== 'header' && place !== 'cookie'),
      requestBody,
      responses: successOf(responses),
    };
  }
  const pruned = { ...rest, paths, components: { schemas: reachable(paths, components.schemas) } };
  const text = astToString(
    await openapiTS(pruned, { exportType: false, alphabetize: true, emptyObjectsUnknown: true }),
  );
  return text.replace(/^export type webhooks = .*\n/m, '').replace(/^export type \$defs = .*\n/m, '');
}

function successOf(responses) {
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2') || status === '302')
      .map(([status, { description, content }]) => [status, { description, content }]),
  );
}

function reachable(paths, schemas) {
  const found = {};
  const visit = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (Object.hasOwn(found, name)) continue;
      found[name] = schemas[name];
      visit(schemas[name]);
    }
  };
  visit(paths);
  return found;
}

/** One export each, so that a bundle holds only what it calls. */
function runtime(api, kept) {
  const lines = kept.map(({ path, method, operation }) => {
    const { operationId, summary, parameters = [], requestBody, servers } = operation;
    const media = Object.keys(requestBody?.content ?? {});
    const entry = {
      id: operationId,
      method: method.toUpperCase(),
      path,
      ...(servers !== undefined && !servers.some(({ url }) => url === '/') && { origin: 'gateway' }),
      about: summary,
      query: parameters.filter((one) => one.in === 'query').map((one) => parameterOf(api, one)),
      ...(media.length > 0 && { mediaType: media[0] }),
      body: media[0] === 'application/json' ? fieldsOf(api, requestBody.content[media[0]].schema) : [],
    };
    return `export const ${operationId}: Operation<'${operationId}'> = ${JSON.stringify(entry)};`;
  });
  return `import type { Operation } from './operation.js';\n\n${lines.join('\n\n')}\n`;
}

/** Names that `cgw run` sets whatever the server is, and takes from the program where there is no certificate. */
function certificateVariables({ components }) {
  const { env } = components.schemas.ContainerConfigResponse.properties;
  return `export const CERTIFICATE_VARIABLES: readonly string[] = ${JSON.stringify(env['x-certificate-variables'])};\n`;
}

function parameterOf(api, { name, required, description, schema }) {
  return {
    name,
    ...shapeOf(api, schema),
    ...(required && { required }),
    ...(description && { about: description }),
  };
}

function fieldsOf(api, schema, depth = 0) {
  const { properties = {}, required = [] } = resolved(api, schema);
  return Object.entries(properties).map(([name, field]) => {
    const inner = resolved(api, field);
    const fields = depth === 0 ? alternatives(api, inner).flatMap((one) => fieldsOf(api, one, 1)) : [];
    return {
      name,
      ...shapeOf(api, field),
      ...(required.includes(name) && { required: true }),
      ...(inner.description && { about: inner.description }),
      ...(fields.length > 0 && { fields: unique(fields) }),
    };
  });
}

/** Of several objects one is meant; a command offers the fields of all, and the server says which go together. */
function alternatives(api, schema) {
  const several = schema.oneOf ?? schema.anyOf;
  if (several !== undefined) return several.flatMap((one) => alternatives(api, resolved(api, one)));
  return schema.type === 'object' && schema.properties ? [schema] : [];
}

function unique(fields) {
  return [...new Map(fields.map(({ required: _required, ...field }) => [field.name, field])).values()];
}

function shapeOf(api, schema) {
  const shape = resolved(api, schema);
  const several = (shape.oneOf ?? shape.anyOf)?.map((one) => resolved(api, one));
  const candidates = (several ?? [shape]).filter(({ type }) => type !== 'null');
  const [first = {}] = candidates;
  const types = [first.type ?? 'object'].flat();
  const type = types.find((one) => one !== 'null');
  const nullable = types.includes('null') || several?.some((one) => one.type === 'null') === true;
  const element = type === 'array' ? resolved(api, first.items ?? {}).type : undefined;
  const values = (type === 'array' ? resolved(api, first.items ?? {}) : first).enum?.filter(
    (one) => one !== null,
  );
  return {
    type: type === 'array' ? (element === 'string' ? 'strings' : 'json') : type,
    ...(nullable && { nullable }),
    ...(values && { values }),
  };
}

function resolved(api, schema) {
  if (schema.$ref !== undefined) return resolved(api, api.components.schemas[schema.$ref.split('/').at(-1)]);
  if (schema.allOf?.length === 1 && schema.type === undefined) {
    return {
      ...resolved(api, schema.allOf[0]),
      ...(schema.description && { description: schema.description }),
    };
  }
  return schema;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
