import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { truncate } from '../../../domain/text/truncate.js';
import { invalidRequest } from '../../errors/app-error.js';
import { isObject, readDto, unknownField } from './dto-reader.js';
import { TOO_DEEP } from '../body/json-extent.js';
import { RefusedInput, requireReadable } from '../body/refused-input.js';
import { brokenRuleOf } from './body-rules.js';
import { isStrict } from './strict.decorator.js';
import { fieldWithUnusableText, nestsTooDeep } from './unusable-values.js';

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
