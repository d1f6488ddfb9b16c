/**
 * Lets a benchmark import what tests are written in: sources name each other `./x.js`, as the compiler wants it, and
 * Node, which takes the types out by itself, looks for exactly that file. To be imported before the first of them.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      const source = specifier.replace(/^(\.{1,2}\/.*)\.js$/, '$1.ts');
      if (error.code !== 'ERR_MODULE_NOT_FOUND' || source === specifier) throw error;
      return next(source, context);
    }
  },
});
