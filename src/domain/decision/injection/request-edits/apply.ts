/**
 * Writes a plan into an outbound request (06 §11.2). Everything an injection does not name keeps its
 * bytes: headers their order and case, the query its encoding. What cannot be written safely is left
 * out and not counted; the count tells the gateway whether a credential of ours is on the request.
 */
import {
  isHeaderName,
  isHeaderValue,
  isReservedHeader,
  hasHeader,
  removeHeader,
  setHeader,
  type RawHeaders,
} from './header-fields.js';
import type { Injection } from './model.js';
import { injectPathRegex, injectPathTemplate } from './path-injection.js';
import { setQueryParameter } from './query-parameter.js';

/** Changed in place. `target` is origin-form: path, optional query, dot segments already resolved. */
export interface InjectableRequest {
  headers: RawHeaders;
  target: string;
}

/** Applies in order and returns the number of changes made (06 §11.1.4). */
export function applyInjections(
  request: InjectableRequest,
  injections: readonly Injection[],
): { count: number } {
  let count = 0;
  for (const injection of injections) {
    if (applyOne(request, injection)) count += 1;
  }
  return { count };
}

function applyOne(request: InjectableRequest, injection: Injection): boolean {
  switch (injection.kind) {
    case 'set-header':
      return writeHeader(request.headers, injection.name, injection.value);
    case 'replace-header':
      return (
        hasHeader(request.headers, injection.name) &&
        writeHeader(request.headers, injection.name, injection.value)
      );
    case 'remove-header':
      return removeHeader(request.headers, injection.name);
    case 'set-param':
      return retarget(request, setQueryParameter(request.target, injection.name, injection.value));
    case 'path-template':
      return retarget(request, injectPathTemplate(request.target, injection.template, injection.value));
    case 'path-regex':
      return retarget(
        request,
        injectPathRegex(request.target, injection.pattern, injection.replacement, injection.value),
      );
  }
}

function writeHeader(headers: RawHeaders, name: string, value: string): boolean {
  if (!isHeaderName(name) || isReservedHeader(name) || !isHeaderValue(value)) return false;
  setHeader(headers, name, value);
  return true;
}

function retarget(request: InjectableRequest, target: string | null): boolean {
  if (target === null) return false;
  request.target = target;
  return true;
}
