import { repeatedNames } from '../bodies/body-text.js';
import type { BodyStart } from './summary.js';

const DECODER = new TextDecoder();

/** A JSON object, read without trust: every access says which type it wants. */
export class JsonFields {
  constructor(private readonly fields: Readonly<Record<string, unknown>>) {}

  /** Null for a cut body, for anything but an object, and where names repeat: nobody knows which one counts. */
  static of(body: BodyStart | null): JsonFields | null {
    if (body === null || body.truncated) return null;
    const text = DECODER.decode(body.bytes);
    if (repeatedNames(text).length > 0) return null;
    try {
      return JsonFields.from(JSON.parse(text));
    } catch {
      return null;
    }
  }

  static from(value: unknown): JsonFields | null {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? new JsonFields(value as Record<string, unknown>) : null;
  }

  text(name: string): string | undefined {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
    return typeof value === 'string' ? value : undefined;
  }

  object(name: string): JsonFields | null {
    return Object.hasOwn(this.fields, name) ? JsonFields.from(this.fields[name]) : null;
  }

  texts(name: string): string[] {
    return this.list(name).filter((value): value is string => typeof value === 'string');
  }

  objects(name: string): JsonFields[] {
    return this.list(name)
      .map((value) => JsonFields.from(value))
      .filter((value) => value !== null);
  }

  private list(name: string): readonly unknown[] {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
    return Array.isArray(value) ? (value as unknown[]) : [];
  }
}
