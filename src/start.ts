import { setSourceMapsSupport } from 'node:module';
import { settleProcess } from './kernel/config/settle-process.js';

/** `node dist/src/start.js`: the server as `npm start` and the image run it. */
settleProcess();
// Faults name the lines of our sources. The maps of packages would cost 25 MB for lines nobody here looks at.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
await import('./main.js');
