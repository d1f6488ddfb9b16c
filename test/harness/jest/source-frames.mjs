import { findSourceMap, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';

setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

/** Lets Jest's formatter of stacks also name the lines of what `sources.mjs` has loaded. */
export function nameSourceLines() {
  const format = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, frames) => format(error, frames.map(atSource));
}

function atSource(frame) {
  const url = frame.getScriptNameOrSourceURL();
  if (!url?.includes('?run=')) return frame;
  const entry = findSourceMap(url)?.findEntry(frame.getLineNumber() - 1, frame.getColumnNumber() - 1);
  if (entry?.originalLine === undefined) return frame;
  const path = fileURLToPath(url);
  const said = {
    getFileName: () => path,
    getScriptNameOrSourceURL: () => path,
    getLineNumber: () => entry.originalLine + 1,
    getColumnNumber: () => entry.originalColumn + 1,
  };
  return new Proxy(frame, { get: (target, name) => said[name] ?? bound(target, name) });
}

/** The methods of a frame work on nothing else. */
function bound(frame, name) {
  const value = frame[name];
  return typeof value === 'function' ? value.bind(frame) : value;
}
