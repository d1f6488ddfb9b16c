import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** Carries the mark through the document builder, which knows no such keyword on a class. */
export const STRICT_EXTENSION = 'x-strict';

const STRICT = Symbol('strict');

/** Marks a DTO whose unknown keys are a `400` (01 §1.8); elsewhere they are ignored. */
export function Strict(): ClassDecorator {
  return applyDecorators(ApiExtension(STRICT_EXTENSION, true), (target: object) =>
    Reflect.defineMetadata(STRICT, true, target),
  );
}

export function isStrict(type: object): boolean {
  return Reflect.getMetadata(STRICT, type) === true;
}
