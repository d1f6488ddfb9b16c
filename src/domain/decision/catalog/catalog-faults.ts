import { compileHostPattern, hostMatches } from '../matching/host.js';
import type { CatalogApp, CatalogHost, CatalogTool } from './model/model.js';

const APP_ID = /^[a-z0-9-]+$/;
const METHODS: readonly unknown[] = [null, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/**
 * What is wrong with a catalogue (loader checks of 03 §16), each fault in words; empty when it can be used. The
 * files are ours, so this guards against slips of an editor, not against an attacker.
 */
export function catalogFaults(apps: readonly CatalogApp[]): string[] {
  const shapes = apps.flatMap(shapeFaults);
  if (shapes.length > 0) return shapes;
  return [
    ...repeated(apps.map((app) => app.id)).map((id) => `app ${id} is defined twice`),
    ...orderFaults(apps, 'listOrder'),
    ...orderFaults(apps, 'detectOrder'),
    ...apps.flatMap(appFaults),
  ];
}

function shapeFaults(app: CatalogApp): string[] {
  const named = isText(app?.id) && APP_ID.test(app.id);
  if (!named) return ['an app has no valid id'];
  const sound =
    [app.name, app.category, app.summary].every(isText) &&
    Array.isArray(app.hosts) &&
    app.hosts.every(
      ({ host, match, pathPrefix }) => isText(host) && isMatch(match) && isPrefix(pathPrefix),
    ) &&
    Array.isArray(app.tools) &&
    app.tools.every(isTool);
  return sound ? [] : [`app ${app.id} does not have the shape of a catalogue entry`];
}

function appFaults(app: CatalogApp): string[] {
  return [
    ...repeated(app.tools.map((tool) => tool.id)).map((id) => `app ${app.id} has tool ${id} twice`),
    ...app.hosts.filter((entry) => !isHostEntry(entry)).map(({ host }) => `app ${app.id}: host ${host}`),
    ...app.tools.flatMap((tool) => toolFaults(app, tool)),
  ];
}

/** An exact host of a tool on which the app is never recognised would be a tool nobody can grant. */
function toolFaults(app: CatalogApp, tool: CatalogTool): string[] {
  const where = `app ${app.id}, tool ${tool.id}`;
  const unknown = (tool.includes ?? []).filter((id) => !app.tools.some((other) => other.id === id));
  const included = unknown.map((id) => `${where}: includes ${id}, which is no tool of the app`);
  const matches = tool.matches.flatMap(({ host, path, method }) => {
    const faults: string[] = [];
    if (!path.startsWith('/') && path !== '*') faults.push(`${where}: path ${path}`);
    if (!METHODS.includes(method)) faults.push(`${where}: method ${String(method)}`);
    if (stars(host) > 1) faults.push(`${where}: host ${host}`);
    else if (
      stars(host) === 0 &&
      !app.hosts.some((entry) => hostMatches(compileHostPattern(entry.host), host))
    )
      faults.push(`${where}: host ${host} is none of the app's`);
    return faults;
  });
  return [...included, ...matches];
}

function orderFaults(apps: readonly CatalogApp[], field: 'listOrder' | 'detectOrder'): string[] {
  const places = new Set(apps.map((app) => app[field]));
  const complete = places.size === apps.length && apps.every((_, place) => places.has(place));
  return complete ? [] : [`${field} is no permutation of 0 to ${apps.length - 1}`];
}

function isHostEntry({ host, match }: CatalogHost): boolean {
  return match === 'suffix' ? /^\*[.-][^*]+$/.test(host) : stars(host) === 0;
}

function isTool(tool: CatalogTool): boolean {
  return (
    [tool.id, tool.name, tool.description].every(isText) &&
    (tool.group === 'read' || tool.group === 'write') &&
    Array.isArray(tool.matches) &&
    tool.matches.length > 0 &&
    tool.matches.every(({ host, path }) => isText(host) && isText(path))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

function isMatch(value: unknown): boolean {
  return value === 'exact' || value === 'suffix';
}

function isPrefix(value: unknown): boolean {
  return value === undefined || (isText(value) && value.startsWith('/'));
}

function stars(text: string): number {
  return text.split('*').length - 1;
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, place) => values.indexOf(value) !== place))];
}
