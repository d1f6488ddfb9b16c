/**
 * How the targets of a rule meet a request, whose path has several readings (02 §9.3, R25): the form that was sent,
 * the canonical one, and what some servers make of it. What opens needs the first two, what restricts any.
 */
import { canonicalPathMatches, pathMatches } from '../../matching/path-pattern.js';
import type { OwnTools } from '../../catalog/app-surfaces.js';
import type { Candidate, CompiledTarget } from '../compiled/compiled-rule.js';
import type { RequestFacts } from '../conditions/facts.js';

/** `partly`: in some readings of the path and not in both of its forms. */
export type Meeting = 'no' | 'partly' | 'fully';

/** The best of its targets; the host matched when the view was built. */
export function meetingOf(candidate: Candidate, facts: RequestFacts, method: string): Meeting {
  const { rule, targets } = candidate;
  let best: Meeting = 'no';
  for (let index = 0; index < targets.length; index++) {
    const target = targets[index]!;
    if (facts.plain && target.kind === 'network' && target.path.written === target.path.canonical) {
      // Nearly every question ever asked: by way of the rest of the file, 10,000 rules cost a fifth more.
      if (target.method !== null && target.method !== method) continue;
      if (canonicalPathMatches(target.path, facts.path)) return 'fully';
      continue;
    }
    const met = targetMeets(target, facts, method);
    if (met === 'fully' && (rule.blocks || opens(target, facts, method))) return met;
    if (met === 'fully') best = 'partly';
    if (met === 'partly') best = met;
  }
  return best;
}

function targetMeets(target: CompiledTarget, facts: RequestFacts, method: string): Meeting {
  if (target.kind === 'secret') return 'fully';
  if (target.kind === 'surface' && isOfAnother(target.connectionId, facts.winnerConnectionId)) return 'no';
  const { path, canonicalPath, push, readings, host } = facts;
  let own = bothForms(target, host, path, canonicalPath, method);
  // What opens has to match what some servers take for the path in place of it (R42).
  if (own === 'fully' && !facts.overrides.every((named) => canonicalMeets(target, host, named, method)))
    own = 'partly';
  if (own === 'fully') return own;
  const pushed =
    push === null || method !== 'GET' ? 'no' : bothForms(target, host, push.path, push.canonicalPath, 'POST');
  if (pushed === 'fully') return pushed;
  if (own === 'partly' || pushed === 'partly') return 'partly';
  for (let index = 0; index < readings.length; index++) {
    const reading = readings[index]!;
    if (canonicalMeets(target, host, reading.path, method)) return 'partly';
    if (reading.push !== null && method === 'GET' && canonicalMeets(target, host, reading.push.path, 'POST'))
      return 'partly';
  }
  return 'no';
}

/**
 * A target that names tools opens only where it names every tool that the request is about, in every reading of its path
 * and without a slash at its end (11 §4.2, §5.2).
 */
function opens(target: CompiledTarget, facts: RequestFacts, method: string): boolean {
  if (target.kind !== 'surface' || target.surface.ownTools === undefined) return true;
  const { surface } = target;
  const { host, overrides, readings, push } = facts;
  const own = (path: string, as: string): OwnTools => surface.ownTools!(host, path, as);
  const pushed = push !== null && method === 'GET' && own(facts.path, method) !== 'named';
  const as = pushed ? 'POST' : method;
  const { path, canonicalPath } = pushed ? push : facts;
  if (own(path, as) !== 'named' || (path !== canonicalPath && own(canonicalPath, as) !== 'named'))
    return false;
  // Not every server reads these: what no tool serves then is no other tool's.
  const others = [...overrides, ...readings.map((reading) => reading.path)];
  return [withoutSlash(canonicalPath), ...others, ...others.map(withoutSlash)].every(
    (read) => read === canonicalPath || own(read, as) !== 'unnamed',
  );
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function isOfAnother(connectionId: string | null, winner: string | null): boolean {
  return connectionId !== null && connectionId !== winner;
}

function bothForms(
  target: Exclude<CompiledTarget, { kind: 'secret' }>,
  host: string,
  path: string,
  canonical: string,
  method: string,
): Meeting {
  let raw: boolean;
  let twin: boolean;
  if (target.kind === 'network') {
    if (target.method !== null && target.method !== method) return 'no';
    const pattern = target.path;
    raw = pathMatches(pattern, path);
    twin =
      path === canonical && pattern.written === pattern.canonical
        ? raw
        : canonicalPathMatches(pattern, canonical);
  } else {
    raw = target.surface.covers(host, path, method);
    twin = path === canonical ? raw : target.surface.covers(host, canonical, method);
  }
  return raw && twin ? 'fully' : raw || twin ? 'partly' : 'no';
}

function canonicalMeets(
  target: Exclude<CompiledTarget, { kind: 'secret' }>,
  host: string,
  path: string,
  method: string,
): boolean {
  if (target.kind === 'surface') return target.surface.covers(host, path, method);
  return (target.method === null || target.method === method) && canonicalPathMatches(target.path, path);
}
