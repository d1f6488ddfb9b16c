import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepCompiledCode } from './kernel/config/process/compiled-code.js';
import { settleProcess } from './kernel/config/process/settle-process.js';
import { nameSourcePositions } from './kernel/logging/source-positions.js';

/** `node dist/src/start.js`: the server as `npm start` and the image run it, of the bundle beside this folder. */
const DIST = join(import.meta.dirname, '..');
const BUNDLE = join(DIST, 'server');

settleProcess();
keepCompiledCode(DIST);
nameSourcePositions(BUNDLE, join(DIST, '..'));
await import(pathToFileURL(join(BUNDLE, 'main.js')).href);
