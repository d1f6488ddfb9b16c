/**
 * Reads the `injectionConfig` of a generic secret (02 §3.2): four strict variants, exactly one of them.
 * Input is whatever the client sent; output is the normalised shape that is stored, or the first issue
 * in words. Nothing here looks at the secret's value.
 */
import { isHeaderName, isReservedHeader } from './header-fields.js';
import { isLinearRegex } from './linear-regex.js';
import type { InjectionConfig } from './model.js';

/** Exact text of the contract (02 §3.8). */
export const INJECTION_CONFIG_REQUIRED =
  'Header name, parameter name, or URL path template is required for generic secrets';

export type ConfigReading = { config: InjectionConfig } | { problem: string };

const VALUE_HOLE = '{value}';
const MAX_FIELD_LENGTH = 1000;
const VARIANTS = [
  ['headerName', 'valueFormat'],
  ['paramName', 'paramFormat'],
  ['pathTemplate'],
  ['pathRegex', 'pathReplacement'],
] as const;
type Field = (typeof VARIANTS)[number][number];
type Fields = Partial<Record<Field, string>>;

const KNOWN = new Set<string>(VARIANTS.flat());

/** Validates and normalises an `injectionConfig`; null, undefined and `{}` are the missing case. */
export function readInjectionConfig(input: unknown): ConfigReading {
  if (input === null || input === undefined) return { problem: INJECTION_CONFIG_REQUIRED };
  if (typeof input !== 'object' || Array.isArray(input)) {
    return { problem: 'injectionConfig must be an object' };
  }
  const fields = input as Record<string, unknown>;
  const keys = Object.keys(fields).filter((key) => fields[key] !== undefined);
  const problem = shapeProblem(fields, keys);
  if (problem !== null) return { problem };
  return readVariant(fields);
}

/** The text written into the request: every `{value}` of the format is the value (02 §3.2). */
export function formatValue(format: string | undefined, value: string): string {
  return format === undefined ? value : format.split(VALUE_HOLE).join(value);
}

/** Whether the value ends up in the path, where only some characters are safe (02 §3.2.3). */
export function writesPath(config: InjectionConfig | null): boolean {
  return config !== null && ('pathTemplate' in config || 'pathRegex' in config);
}

function shapeProblem(fields: Record<string, unknown>, keys: string[]): string | null {
  const unknown = keys.find((key) => !KNOWN.has(key));
  if (unknown !== undefined) return 'injectionConfig has a key that is not known';
  if (keys.length === 0) return INJECTION_CONFIG_REQUIRED;
  const variants = VARIANTS.filter((names) => names.some((name) => keys.includes(name)));
  if (variants.length > 1) {
    return 'injectionConfig must be exactly one of header, query parameter, path template or path regex';
  }
  for (const key of keys) {
    const value = fields[key];
    if (typeof value !== 'string' || !value.isWellFormed()) return `${key} must be a string`;
    if (value.length > MAX_FIELD_LENGTH) return `${key} must be at most ${MAX_FIELD_LENGTH} characters`;
  }
  return null;
}

function readVariant(fields: Fields): ConfigReading {
  if (fields.headerName !== undefined || fields.valueFormat !== undefined) return readHeader(fields);
  if (fields.paramName !== undefined || fields.paramFormat !== undefined) return readParam(fields);
  if (fields.pathTemplate !== undefined) return readTemplate(fields.pathTemplate);
  return readRegex(fields);
}

function readHeader({ headerName, valueFormat }: Fields): ConfigReading {
  const name = headerName?.trim() ?? '';
  if (name === '') return { problem: 'headerName is required' };
  if (!isHeaderName(name)) return { problem: 'headerName must be a valid HTTP header name' };
  if (isReservedHeader(name)) return { problem: 'headerName must not be a header the gateway controls' };
  return { config: valueFormat ? { headerName: name, valueFormat } : { headerName: name } };
}

function readParam({ paramName, paramFormat }: Fields): ConfigReading {
  const name = paramName?.trim() ?? '';
  if (name === '') return { problem: 'paramName is required' };
  return { config: paramFormat ? { paramName: name, paramFormat } : { paramName: name } };
}

function readTemplate(pathTemplate: string): ConfigReading {
  if (!pathTemplate.startsWith('/')) return { problem: 'pathTemplate must start with /' };
  if (pathTemplate.split(VALUE_HOLE).length !== 2) {
    return { problem: 'pathTemplate must contain {value} exactly once' };
  }
  return { config: { pathTemplate } };
}

function readRegex({ pathRegex, pathReplacement }: Fields): ConfigReading {
  if (!pathRegex) return { problem: 'pathRegex is required with pathReplacement' };
  if (pathReplacement === undefined) return { problem: 'pathReplacement is required with pathRegex' };
  if (!isLinearRegex(pathRegex))
    return { problem: 'pathRegex must be a valid regular expression (RE2 syntax)' };
  if (!pathReplacement.includes(VALUE_HOLE)) return { problem: 'pathReplacement must contain {value}' };
  return { config: { pathRegex, pathReplacement } };
}
