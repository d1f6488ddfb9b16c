import { compileHostPattern, hostMatches, type CompiledHost } from './host.js';

interface Generic<T> {
  pattern: CompiledHost;
  values: T[];
}

/**
 * Values by host pattern. A lookup costs one map access per label of the host plus one test per distinct
 * irregular pattern (`s3.*.amazonaws.com`); patterns about other hosts cost nothing (ADR 3).
 */
export class HostIndex<T> {
  private readonly exact = new Map<string, T[]>();
  /** `*.example.com` under `.example.com`. */
  private readonly suffixes = new Map<string, T[]>();
  private readonly generic = new Map<string, Generic<T>>();
  private readonly everywhere: T[] = [];

  add(hostPattern: string, value: T): void {
    const pattern = compileHostPattern(hostPattern);
    const { prefix, suffix } = pattern;
    if (suffix === null) append(this.exact, prefix, value);
    else if (prefix === '' && suffix === '') this.everywhere.push(value);
    else if (prefix === '' && suffix.startsWith('.')) append(this.suffixes, suffix, value);
    else this.addGeneric(pattern, `${prefix}*${suffix}`, value);
  }

  /** Values whose pattern matches every host; part of each `collect` answer. */
  get universal(): readonly T[] {
    return this.everywhere;
  }

  /** Values of every pattern that matches, the universal ones included; not ordered across patterns. */
  collect(host: string): T[] {
    const found = this.collectSpecific(host);
    if (host.length > 0) for (const value of this.everywhere) found.push(value);
    return found;
  }

  /** As `collect`, without the universal values. */
  collectSpecific(host: string): T[] {
    const found: T[] = [];
    pushAll(found, this.exact.get(host));
    if (this.suffixes.size > 0) {
      // From 1: the star stands for at least one character.
      for (let dot = host.indexOf('.', 1); dot > 0; dot = host.indexOf('.', dot + 1)) {
        pushAll(found, this.suffixes.get(host.slice(dot)));
      }
    }
    for (const entry of this.generic.values()) {
      if (hostMatches(entry.pattern, host)) pushAll(found, entry.values);
    }
    return found;
  }

  private addGeneric(pattern: CompiledHost, key: string, value: T): void {
    const entry = this.generic.get(key);
    if (entry) entry.values.push(value);
    else this.generic.set(key, { pattern, values: [value] });
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function pushAll<T>(into: T[], values: readonly T[] | undefined): void {
  if (values !== undefined) for (const value of values) into.push(value);
}
