const STRICT = Symbol('strict');

/** Marks a DTO whose unknown keys are a `400` (01 §1.8); elsewhere they are ignored. */
export function Strict(): ClassDecorator {
  return (target) => Reflect.defineMetadata(STRICT, true, target);
}

export function isStrict(type: object): boolean {
  return Reflect.getMetadata(STRICT, type) === true;
}
