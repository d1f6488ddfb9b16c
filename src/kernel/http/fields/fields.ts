/**
 * One decorator per DTO field: how it is read (`dto-reader`), validation (class-validator) and the OpenAPI
 * schema from the same words, so that the three cannot disagree. Used for request bodies and responses alike.
 */
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNotEmpty,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { singleLine } from '../../../domain/text/single-line.js';
import { type DtoClass, defined, field, type FieldOptions, invalid, missingOr } from './dto-reader.js';
import { documentedPattern } from './documented-pattern.js';

export interface StringFieldOptions extends FieldOptions {
  minLength?: number;
  maxLength?: number;
  /** Surrounding white space is removed before validation. */
  trim?: boolean;
  /** Control characters are removed before validation, and the white space around the text. */
  singleLine?: boolean;
  lowercase?: boolean;
  pattern?: RegExp;
  /** Exact text of the error when `pattern` does not match. */
  patternMessage?: string;
  /** Exact text of the error when the field is missing, no text, or empty where it may not be. */
  requiredMessage?: string;
  format?: string;
}

function stringField(options: StringFieldOptions = {}): PropertyDecorator {
  const { minLength, maxLength, pattern } = options;
  const { requiredMessage } = options;
  const checks: PropertyDecorator[] = [
    IsString({ message: requiredMessage ?? missingOr('must be a string') }),
  ];
  if (minLength === 1) checks.push(IsNotEmpty({ message: requiredMessage ?? invalid('must not be empty') }));
  else if (minLength !== undefined) {
    checks.push(MinLength(minLength, { message: invalid(`must be at least ${minLength} characters`) }));
  }
  if (maxLength !== undefined) {
    checks.push(MaxLength(maxLength, { message: invalid(`must be at most ${maxLength} characters`) }));
  }
  if (pattern) checks.push(Matches(pattern, { message: options.patternMessage ?? invalid('is not valid') }));
  const schema = {
    type: 'string',
    minLength,
    maxLength,
    pattern: documentedPattern(options),
    format: options.format,
  };
  const reading =
    options.trim || options.singleLine || options.lowercase
      ? { normalise: (value: unknown) => normalise(value, options) }
      : {};
  return field(options, checks, schema, reading);
}

export interface IntegerFieldOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** The value arrives as text (query parameters). */
  fromText?: boolean;
  default?: number;
}

function integerField(options: IntegerFieldOptions = {}): PropertyDecorator {
  const { min, max } = options;
  const checks: PropertyDecorator[] = [IsInt({ message: missingOr('must be an integer') })];
  if (min !== undefined) checks.push(Min(min, { message: invalid(`must be at least ${min}`) }));
  if (max !== undefined) checks.push(Max(max, { message: invalid(`must be at most ${max}`) }));
  return field(
    options,
    checks,
    { type: 'integer', minimum: min, maximum: max, default: options.default },
    options.fromText ? { normalise: integerFromText } : {},
  );
}

function booleanField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, [IsBoolean({ message: missingOr('must be true or false') })], { type: 'boolean' });
}

/** `values` may still grow while modules are loaded. */
function enumField(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const message = (args: ValidationArguments): string =>
    missingOr(`must be one of ${values.join(', ')}`)(args);
  return field(options, [IsIn(values, { message })], { type: 'string', enum: values });
}

export interface ArrayFieldOptions extends FieldOptions {
  minItems?: number;
  maxItems?: number;
  itemMinLength?: number;
  itemMaxLength?: number;
}

/** An array of strings, or of the given DTO class (each item validated). */
function arrayField(item: 'string' | DtoClass, options: ArrayFieldOptions = {}): PropertyDecorator {
  const { minItems, maxItems } = options;
  const checks: PropertyDecorator[] = [IsArray({ message: missingOr('must be an array') })];
  if (minItems !== undefined) {
    checks.push(ArrayMinSize(minItems, { message: invalid(`must have at least ${minItems} entries`) }));
  }
  if (maxItems !== undefined) {
    checks.push(ArrayMaxSize(maxItems, { message: invalid(`must have at most ${maxItems} entries`) }));
  }
  checks.push(...itemChecks(item, options));
  const { itemMinLength, itemMaxLength } = options;
  const items =
    item === 'string' && defined({ type: 'string', minLength: itemMinLength, maxLength: itemMaxLength });
  const schema = {
    ...(items ? { type: 'array', items } : { type: item, isArray: true }),
    minItems,
    maxItems,
  };
  return field(options, checks, schema, { nested: item === 'string' ? undefined : item, maxItems });
}

function itemChecks(item: 'string' | DtoClass, options: ArrayFieldOptions): PropertyDecorator[] {
  if (item !== 'string') return itemsOf();
  const checks = [IsString({ each: true, message: invalid('must be an array of strings') })];
  const { itemMinLength, itemMaxLength } = options;
  if (itemMinLength !== undefined) {
    const message = invalid(`must have entries of at least ${itemMinLength} characters`);
    checks.push(MinLength(itemMinLength, { each: true, message }));
  }
  if (itemMaxLength !== undefined) {
    const message = invalid(`must have entries of at most ${itemMaxLength} characters`);
    checks.push(MaxLength(itemMaxLength, { each: true, message }));
  }
  return checks;
}

/** `ValidateNested` alone looks for the fields of an entry that is itself a list in that list's entries. */
function itemsOf(): PropertyDecorator[] {
  const objects = IsObject({ each: true, message: invalid('must be an array of objects') });
  return [objects, ValidateNested({ each: true })];
}

/** A nested object of the given DTO class. */
function objectField(type: DtoClass, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    [IsObject({ message: missingOr('must be an object') }), ValidateNested()],
    { type: type },
    { nested: type },
  );
}

/** ISO 8601 also has weeks, ordinal days and times without an offset, which the database reads otherwise. */
const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

function dateTimeField(options: FieldOptions = {}): PropertyDecorator {
  const message = missingOr('must be a date and time');
  const checks = [IsISO8601({ strict: true }, { message }), Matches(RFC_3339, { message })];
  return field(options, checks, { type: 'string', format: 'date-time' });
}

export interface JsonFieldOptions extends FieldOptions {
  /** Of a list or an object without a shape of its own. */
  maxEntries?: number;
}

/** JSON whose shape another layer checks; only its size is judged here, where that layer does not. */
function jsonField(options: JsonFieldOptions = {}): PropertyDecorator {
  const { maxEntries } = options;
  const schema = options.schema ? {} : { type: 'object', additionalProperties: true };
  if (maxEntries === undefined) return field(options, [], schema);
  const validator = { validate: (value: unknown) => entriesOf(value) <= maxEntries };
  const message = invalid(`must have at most ${maxEntries} entries`);
  const bounds = { maxItems: maxEntries, maxProperties: maxEntries };
  return field(options, [ValidateBy({ name: 'maxEntries', validator }, { message })], {
    ...schema,
    ...bounds,
  });
}

function entriesOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function normalise(value: unknown, options: StringFieldOptions): unknown {
  if (typeof value !== 'string') return value;
  const trimmed = options.singleLine ? withoutControls(value) : options.trim ? value.trim() : value;
  return options.lowercase ? trimmed.toLowerCase() : trimmed;
}

/** U+0000 stays, for every text with it is refused. */
function withoutControls(text: string): string {
  return text.includes('\0') ? text : singleLine(text);
}

function integerFromText(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

export const Field = {
  string: stringField,
  integer: integerField,
  boolean: booleanField,
  oneOf: enumField,
  list: arrayField,
  object: objectField,
  dateTime: dateTimeField,
  json: jsonField,
} as const;
