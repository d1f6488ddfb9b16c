import type { Duplex } from 'node:stream';

/**
 * The two halves of an exchange with an agent, as the stages and the upstream leg know them, whatever protocol carries
 * them. The names of the answer are those of Node's `ServerResponse`.
 */

/** Takes a request's body piece by piece. */
export interface BodySink {
  data(piece: Buffer): void;
  /** All of it was handed over. */
  end(): void;
  /** The agent broke off; nothing more comes. */
  broken(): void;
}

export interface AgentRequest {
  readonly method: string;
  /** The request-target as it was sent. */
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: string[];
  /** Null for a body whose length is not known before its end, and where there is none. */
  readonly declaredLength: number | null;
  readonly hasBody: boolean;
  /** Whether all of the body has arrived, whoever took it. */
  readonly complete: boolean;
  /** What came behind the body and may be sent on, names and values in turn; empty until it is complete. */
  readonly trailers: readonly string[];
  /** What is here already is handed over before this returns. One sink at a time. */
  readBody(sink: BodySink): void;
  /** Hands nothing over until `readBody` is called again; what arrives meanwhile is bounded. */
  pauseBody(): void;
  /** Ends the connection, or the stream, it came on. */
  destroy(): void;
}

export type AgentAnswerEvent = 'close' | 'drain' | 'finish';

export interface AgentAnswer {
  /** Whether the connection may go on afterwards; settled when the head is written. */
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  /** True once every byte was handed to the system. */
  readonly writableFinished: boolean;
  /** Whether trailers can be sent. */
  readonly chunkedEncoding: boolean;
  /** Fields that frame the message are the answer's own, but for `Content-Length`, which it holds the body against. */
  writeHead(status: number, reason: string, headers: readonly string[]): void;
  writeHead(status: number, headers: readonly string[]): void;
  /** False when the agent does not keep up; `drain` says when to go on. */
  write(chunk: Buffer): boolean;
  write(text: string, encoding: 'latin1'): boolean;
  addTrailers(trailers: readonly (readonly [name: string, value: string])[]): void;
  end(body?: Buffer): void;
  /** Breaks the answer off so that it cannot look complete (06 §9.10). */
  destroy(): void;
  writeContinue(): void;
  /** Ends what is under way when so long nothing is read from the agent, nor taken by it. */
  setTimeout(milliseconds: number): void;
  /** The connection is the caller's now and speaks another protocol. */
  detachSocket(socket: Duplex): void;
  on(event: AgentAnswerEvent, listener: () => void): this;
  once(event: AgentAnswerEvent, listener: () => void): this;
  off(event: AgentAnswerEvent, listener: () => void): this;
}

/** The agent's end of an exchange; only the listener, the responder and the upstream leg touch it. */
export interface ClientLeg {
  readonly request: AgentRequest;
  readonly response: AgentAnswer;
  readonly socket: Duplex;
  /** What followed the head of a request that turns its connection into something else; null for every other one. */
  readonly upgradeHead: Buffer | null;
}
