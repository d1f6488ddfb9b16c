import 'reflect-metadata';
import { Body, type Type } from '@nestjs/common';

const PARAMETERS = 'design:paramtypes';

/** `@Body()` of a handler whose body differs by level: the class, which a type annotation names elsewhere, is a value here. */
export function TypedBody(body: Type): ParameterDecorator {
  return (target, key, index) => {
    Body()(target, key, index);
    const types = [...(Reflect.getMetadata(PARAMETERS, target, key!) as unknown[])];
    types[index] = body;
    Reflect.defineMetadata(PARAMETERS, types, target, key!);
  };
}
