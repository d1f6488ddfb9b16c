/** How a question gets to a model: the executor sends it through the gateway as its agent (04 §11.2). */
export interface ModelHttpRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the request and the body of its answer, which then fail. */
  readonly signal: AbortSignal;
  /** While a person is asked whether it may go out, no time of the call passes. Ended by what it gives back. */
  readonly pauseClock: () => () => void;
}

export interface ModelHttpResponse {
  readonly status: number;
  /** By names in lower case; of several values the last one is enough. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * @throws GatewayUnreachable where the gateway did not take the connection, after the repeats of 04 §11.2.4; anything
 * else counts as a broken call
 */
export type ModelSend = (request: ModelHttpRequest) => Promise<ModelHttpResponse>;

export class GatewayUnreachable extends Error {
  override readonly name = 'GatewayUnreachable';
}
