import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { catalogFaults } from '../../../domain/decision/catalog/catalog-faults.js';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { ConfigurationError } from '../../../kernel/config/configuration-error.js';
import { configFile } from '../../../kernel/config/kinds/config-files.js';

const FOLDER = 'apps';
const SCHEMA = 'app.schema.json';
const EXTENSION = '.json';

/** An entry as it is written: without a place in the order it comes after those that have one. */
type WrittenApp = Omit<CatalogApp, 'listOrder' | 'detectOrder'> &
  Partial<Pick<CatalogApp, 'listOrder' | 'detectOrder'>>;

interface ReadFile {
  app?: WrittenApp;
  faults: string[];
}

/** Ids of the shipped apps. */
export function shippedAppIds(): string[] {
  return appFiles(configFile(FOLDER)).map((name) => name.slice(0, -EXTENSION.length));
}

/**
 * The shipped catalogue with the operator's own apps, by `listOrder`. The operator's files must fit the schema that
 * editors use; the shipped ones do, by a test, and reading the schema would take a tenth of the start. All of them must fit
 * together. @throws with all faults named
 */
export function readCatalog(furtherFolder: string | null): CatalogApp[] {
  const shipped = filesOf(configFile(FOLDER), () => '');
  const files = furtherFolder === null ? shipped : [...shipped, ...furtherFiles(furtherFolder)];
  const unreadable = files.flatMap(({ faults }) => faults);
  if (unreadable.length > 0) throw unusable(unreadable);
  const apps = inOrder(files.map(({ app }) => app!));
  const faults = catalogFaults(apps);
  if (faults.length > 0) throw unusable(faults);
  return apps;
}

/** Files of a folder with what does not fit the schema. */
export function checkedFiles(folder: string): ReadFile[] {
  const schema = appSchema();
  return filesOf(folder, (app) => (schema(app) ? '' : faultsOf(schema)));
}

function filesOf(folder: string, check: (app: unknown) => string): ReadFile[] {
  return appFiles(folder).map((name) => readApp(folder, name, check));
}

/** One file per app, named after it. */
function appFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(EXTENSION))
    .sort();
}

/** The error names the setting, not its value (R68). */
function furtherFiles(folder: string): ReadFile[] {
  try {
    return checkedFiles(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ConfigurationError([
      { variable: 'APP_CATALOG_DIR', problem: `must name a readable folder (${code})` },
    ]);
  }
}

function readApp(folder: string, name: string, check: (app: unknown) => string): ReadFile {
  try {
    const app = JSON.parse(readFileSync(join(folder, name), 'utf8')) as WrittenApp;
    const fault = check(app);
    if (fault !== '') return { faults: [`${name}: ${fault}`] };
    return app.id + EXTENSION === name ? { app, faults: [] } : { faults: [`${name} is misnamed`] };
  } catch (error) {
    return { faults: [`${name}: ${(error as Error).message}`] };
  }
}

/** Where null is one of two choices, what the other one misses is what to tell: nobody means null by an object. */
function faultsOf({ errors }: ValidateFunction): string {
  const all = (errors ?? []).filter(({ keyword }) => !['oneOf', 'if'].includes(keyword));
  const told = all.filter(({ keyword, params }) => keyword !== 'type' || params.type !== 'null');
  return (told.length > 0 ? told : all)
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
    .join(', ');
}

let compiled: ValidateFunction<WrittenApp> | null = null;

/** Made once for a process, with the first folder of an operator: few servers have one. */
function appSchema(): ValidateFunction<WrittenApp> {
  return (compiled ??= compileSchema());
}

function compileSchema(): ValidateFunction<WrittenApp> {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  ajv.addFormat('regex', isPattern);
  return ajv.compile<WrittenApp>(JSON.parse(readFileSync(configFile(SCHEMA), 'utf8')) as object);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Those without a place follow in the order of their ids. */
function inOrder(written: readonly WrittenApp[]): CatalogApp[] {
  const places = (field: 'listOrder' | 'detectOrder'): Map<string, number> => {
    let next = written.filter((app) => app[field] !== undefined).length;
    const later = written.filter((app) => app[field] === undefined).sort((a, b) => (a.id < b.id ? -1 : 1));
    return new Map(later.map(({ id }) => [id, next++]));
  };
  const [list, detect] = [places('listOrder'), places('detectOrder')];
  return written
    .map((app) => ({
      ...app,
      listOrder: app.listOrder ?? list.get(app.id)!,
      detectOrder: app.detectOrder ?? detect.get(app.id)!,
    }))
    .sort((a, b) => a.listOrder - b.listOrder);
}

function unusable(faults: readonly string[]): Error {
  return new Error(`The app catalogue cannot be used: ${faults.join('; ')}`);
}
