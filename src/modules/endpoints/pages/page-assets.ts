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

/** The files that pages load, by name. */
export function readAssets(): Map<string, PageAsset> {
  const served = readdirSync(FOLDER).filter((name) => extname(name) in TYPES);
  return new Map(served.map((name) => [name, { type: TYPES[extname(name)]!, body: readText(name) }]));
}

/** What a page shows; it is part of the page's document and not served by itself. */
export function readContent(page: string): string {
  return readText(join('contents', `${page}.html`));
}

function readText(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}
