import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface PageAsset {
  type: string;
  body: string;
}

const FOLDER = join(import.meta.dirname, 'assets');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Files that pages load, by name; the `.html` ones are parts of pages and not served by themselves. */
export function readAssets(): Map<string, PageAsset> {
  const served = readdirSync(FOLDER).filter((name) => extname(name) in TYPES);
  return new Map(served.map((name) => [name, { type: TYPES[extname(name)]!, body: readPart(name) }]));
}

export function readPart(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}
