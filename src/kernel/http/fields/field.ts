import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf, type ValidationArguments } from 'class-validator';
import { type FieldReading, ReadAs } from './dto-reader.js';
import { DescribedAs } from './dto-schema.js';

export interface FieldOptions {
  /** The field may be absent. */
  optional?: boolean;
  /** The field may be `null`. */
  nullable?: boolean;
  /** An explicit `null` is read as absent. */
  nullAsAbsent?: boolean;
  description?: string;
  example?: unknown;
  /** Keywords for what a later layer judges; they win over what the other options say. */
  schema?: Record<string, unknown>;
}

/** What every kind of field has: presence, the schema, and the checks behind it. */
export function field(
  options: FieldOptions,
  checks: PropertyDecorator[],
  schema: Record<string, unknown>,
  reading: FieldReading = {},
): PropertyDecorator {
  const { optional = false, nullable = false, nullAsAbsent = false } = options;
  const presence =
    optional || nullable || nullAsAbsent || checks.length === 0
      ? [ValidateIf((_, value: unknown) => checks.length > 0 && !mayBeSkipped(value, options))]
      : [];
  const described = defined({ ...schema, ...options.schema });
  return applyDecorators(
    DescribedAs({ schema: defined({ ...described, description: options.description }), optional }),
    ApiProperty({
      ...described,
      required: !optional,
      ...((nullable || nullAsAbsent) && { nullable: true }),
      ...(options.description && { description: options.description }),
      ...(options.example !== undefined && { example: options.example }),
    }),
    ReadAs(nullAsAbsent ? forgivingNull(reading) : reading),
    ...presence,
    ...checks,
  );
}

function mayBeSkipped(value: unknown, options: FieldOptions): boolean {
  if (value === undefined) return options.optional === true;
  return value === null && (options.nullable === true || options.nullAsAbsent === true);
}

export function defined(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

function forgivingNull({ normalise: own, ...reading }: FieldReading): FieldReading {
  return { ...reading, normalise: (value) => (value === null ? undefined : own ? own(value) : value) };
}

export function invalid(rule: string): (args: ValidationArguments) => string {
  return ({ property }) => `${property} ${rule}`;
}

export function missingOr(rule: string): (args: ValidationArguments) => string {
  return ({ property, value }) => (value === undefined ? `${property} is required` : `${property} ${rule}`);
}
