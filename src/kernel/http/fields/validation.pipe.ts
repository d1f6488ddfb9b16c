import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { truncate } from '../../../domain/text/truncate.js';
import { invalidRequest } from '../../errors/app-error.js';
import { TOO_DEEP, MAX_DEPTH } from '../body/json-body.js';
import { RefusedInput, requireReadable } from '../body/refused-input.js';
import { isObject, readDto, unknownField } from './dto-reader.js';
import { brokenRuleOf, isStrict } from './body-rules.js';

type Constructor = new () => object;

/** What of an unknown name a message repeats. */
const SHOWN_NAME = 100;
const PRIMITIVES = new Set<unknown>([String, Number, Boolean, Array, Object]);

/**
 * Validates bodies and queries against their DTO. The message is the first issue in the order the
 * fields are declared (01 §8.2.1). A body that is absent or not an object is judged as an empty one, so that it
 * yields the first missing field (01 §1.6). What could not be read is refused for every handler that takes a body,
 * also for one that has no DTO.
 */
@Injectable()
export class DtoValidationPipe implements PipeTransform {
  private readonly verdicts = new WeakMap<Constructor, boolean>();

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { metatype, type } = metadata;
    if (type === 'body') requireReadable(value);
    if (type === 'custom' || metatype === undefined || PRIMITIVES.has(metatype)) return value;
    const dto = metatype as Constructor;
    if (type === 'query' && isEmpty(value) && this.takesNothing(dto))
      return Object.create(dto.prototype as object);
    return validateDto(dto, value);
  }

  /** Whether an empty query is a good one. Most requests of a list name no filter, and judging that is not free. */
  private takesNothing(dto: Constructor): boolean {
    let verdict = this.verdicts.get(dto);
    if (verdict === undefined) this.verdicts.set(dto, (verdict = passes(dto, {})));
    return verdict;
  }
}

/** Validates `value` as `type`; throws the flat `400` with the first issue. */
export function validateDto<T extends object>(type: new () => T, value: unknown): T {
  requireReadable(value);
  if (nestsTooDeep(value)) throw invalidRequest(TOO_DEEP);
  const strict = isStrict(type);
  const instance = readDto(type, isObject(value) ? value : {}, strict);
  const issues = validateSync(instance, {
    whitelist: strict,
    forbidNonWhitelisted: strict,
    forbidUnknownValues: false,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
  });
  const message = firstMessage(issues);
  if (message !== null) throw invalidRequest(message);
  if (!isObject(value) && value !== null && value !== undefined) {
    throw invalidRequest('The body must be a JSON object');
  }
  const unusable = fieldWithUnusableText(instance);
  if (unusable !== null) throw invalidRequest(`${unusable} contains a character that is not allowed`);
  const broken = brokenRuleOf(type, instance);
  if (broken !== null) throw invalidRequest(broken);
  return instance;
}

/** Also that nothing is made of it which an instance does not have by itself. */
function passes(dto: Constructor, value: object): boolean {
  try {
    return Object.values(validateDto(dto, value)).every((field) => field === undefined);
  } catch {
    return false;
  }
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && !(value instanceof RefusedInput) && Object.keys(value).length === 0;
}

function firstMessage(issues: readonly ValidationError[]): string | null {
  for (const issue of issues) {
    const unknown = unknownField(issue.property);
    if (unknown !== null) return `${truncate(unknown, SHOWN_NAME)} is not a known field`;
    const own = issue.constraints && Object.values(issue.constraints)[0];
    if (own !== undefined) return own;
    const nested = firstMessage(issue.children ?? []);
    if (nested !== null) return `${issue.property}: ${nested}`;
  }
  return null;
}

/**
 * Values that are JSON and still of no use to anybody behind the validator: nested so deeply that recursive
 * code (PostgreSQL's JSON parser) runs out of stack, or text that no UTF-8 column can hold.
 * Everything here walks without recursion, for the same reason.
 */

const NUL = '\u0000';

export function nestsTooDeep(value: unknown): boolean {
  const open: [unknown, number][] = [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [item, depth] = next;
    if (typeof item !== 'object' || item === null) continue;
    if (depth === MAX_DEPTH) return true;
    for (const child of Object.values(item)) open.push([child, depth + 1]);
  }
  return false;
}

/**
 * The first field that holds U+0000, which PostgreSQL refuses, or half of a surrogate pair, which would be
 * stored as U+FFFD: a credential that is silently not the one that was given. Null when there is none.
 */
export function fieldWithUnusableText(fields: object): string | null {
  for (const [name, value] of Object.entries(fields)) {
    if (!isStorable(name) || !everyTextIsStorable(value)) return name.toWellFormed().replaceAll(NUL, '');
  }
  return null;
}

function everyTextIsStorable(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'string' && !isStorable(item)) return false;
    if (typeof item !== 'object' || item === null) continue;
    for (const [name, child] of Object.entries(item)) open.push(name, child);
  }
  return true;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes(NUL);
}
