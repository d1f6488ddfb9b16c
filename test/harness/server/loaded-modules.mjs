/** Preloaded into a server: writes the addresses of the modules it has loaded to `LOADED_MODULES` when it ends. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

const loaded = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
process.once('exit', () => writeFileSync(process.env.LOADED_MODULES, loaded.join('\n')));
