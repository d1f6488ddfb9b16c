import type { Case } from './messages.js';
import { NodeReader } from './node-reading.js';
import type { Outcome, Reading } from './reading.js';

/** How the codec's reading of a case stands to Node's. */
export type Comparison = { agree: true; stricter: boolean } | { agree: false; why: string };

const AGREE: Comparison = { agree: true, stricter: false };
const STRICTER: Comparison = { agree: true, stricter: true };

/** Holds the codec against Node's parser: what it accepts Node reads the same way, to the last byte. */
export class NodeComparison {
  private readonly node = new NodeReader();

  compare(seen: Case, outcome: Outcome): Comparison {
    this.node.begin(seen);
    if (outcome === 'unfinished') {
      // Waiting for bytes of a message that is over would hang, and take the next one for its body.
      const { completed, error } = this.node.take(seen.bytes);
      return completed > 0 && error === null ? { agree: false, why: 'Node ended a message before' } : AGREE;
    }
    if ('refused' in outcome) {
      const { completed } = this.node.take(seen.bytes);
      return completed > 0 ? STRICTER : AGREE;
    }
    return this.compareReading(seen, outcome);
  }

  private compareReading({ bytes, toHead }: Case, ours: Reading): Comparison {
    if (ours.end > 0) {
      const early = this.node.take(bytes.subarray(0, ours.end - 1));
      if (early.error !== null) return differs(`Node refuses it: ${early.error}`);
      if (early.completed > 0) return differs('Node ends it earlier');
    }
    const last = this.node.take(bytes.subarray(ours.end - 1, ours.end));
    if (last.error !== null) return differs(`Node refuses it: ${last.error}`);
    const { completed, first, error } = ours.toTheEnd ? this.node.end() : last;
    if (error !== null) return differs(`Node refuses its end: ${error}`);
    if (completed !== 1 || first === null) return differs('Node ends it later');
    if (first.start !== ours.start) return differs(`Node's start line: ${first.start}`);
    if (!sameList(first.fields, ours.fields))
      return differs(`Node's fields: ${JSON.stringify(first.fields)}`);
    if (first.body !== ours.body) return differs(`Node's body: ${JSON.stringify(first.body)}`);
    if (!sameList(first.trailers, ours.trailers)) return differs(`Node's trailers: ${first.trailers.join()}`);
    // Node says it before it is told that HEAD was asked, when the message could still last until the end.
    const comparable = !ours.toTheEnd && !ours.switches && !toHead;
    if (comparable && ours.persistent && !first.persistent) return differs('Node closes behind it');
    return AGREE;
  }
}

function differs(why: string): Comparison {
  return { agree: false, why };
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
