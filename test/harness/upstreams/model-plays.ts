/** What models are played to do, whichever provider they are of. */
import type { SeenRequest } from './upstream.js';

export type ModelPlay =
  | { kind: 'says'; pieces: readonly string[]; thinking?: readonly string[]; stop?: 'end' | 'length' }
  | { kind: 'calls'; calls: readonly PlayedCall[]; text?: string; thinking?: readonly string[] }
  /** Declines, in the way of the provider. */
  | { kind: 'refuses'; text: string }
  | { kind: 'fails'; status: number; type: string; message: string; headers?: Record<string, string> }
  /** An error in the middle of the stream. */
  | { kind: 'breaks-down'; pieces: readonly string[]; type: string; message: string }
  /** An event that is no JSON. */
  | { kind: 'babbles'; pieces: readonly string[] }
  /** The connection is cut. */
  | { kind: 'hangs-up'; pieces: readonly string[] }
  /** Says this and nothing more until the caller goes, or until `more` is settled, which ends the stream. */
  | { kind: 'stalls'; pieces: readonly string[]; more?: Promise<void> };

export interface PlayedCall {
  name: string;
  /** An object, or the text that the model wrote for one. */
  args: object | string;
  id?: string;
}

/** A question as it arrived. */
export interface Asked {
  provider: 'anthropic' | 'openai';
  seen: SeenRequest;
  body: any;
  /** What the newest message of the user says; results of tools are none. */
  message: string;
  /** Results of tools that came with it, in order. */
  results: string[];
}

export const says = (...pieces: string[]): ModelPlay => ({ kind: 'says', pieces });
export const calls = (...played: PlayedCall[]): ModelPlay => ({ kind: 'calls', calls: played });
export const overloaded = (status = 529): ModelPlay => ({
  kind: 'fails',
  status,
  type: 'overloaded_error',
  message: 'Overloaded',
});
