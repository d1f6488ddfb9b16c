import { pipeline, type Readable, Transform } from 'node:stream';
import type { SigningHashes } from '../../domain/protocols/aws-sigv4/hashes.js';
import { type ChunkedTerms, ResignedChunks } from '../../domain/protocols/aws-sigv4/resigned-chunks.js';
import { KeptBytes } from '../../kernel/http/body/kept-bytes.js';
import type { RequestBody } from '../exchange/body/request-body.js';

type Payload = Readable | Buffer | null;

/** The body with other signatures of its chunks. Throws `AwsChunkedFault` for one that is here and in no such framing. */
export function resignedBody(
  payload: Payload,
  terms: ChunkedTerms,
  hashes: SigningHashes,
  body: RequestBody,
): Payload {
  if (payload === null) return null;
  const held = new KeptBytes();
  const chunks = new ResignedChunks(terms, hashes, held);
  if (!Buffer.isBuffer(payload)) return pipeline(payload, new Resigning(chunks, held, body), ignore);
  const pieces = chunks.push(payload);
  chunks.end();
  return Buffer.concat(pieces);
}

/** The chunk that is not complete counts against the agent's budget, and may be refused for it like any kept byte. */
class Resigning extends Transform {
  constructor(
    private readonly chunks: ResignedChunks,
    private readonly held: KeptBytes,
    private readonly agentBody: RequestBody,
  ) {
    super();
    agentBody.refused.addEventListener('abort', this.onRefused);
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    try {
      for (const part of this.chunks.push(piece)) this.push(part);
    } catch (error) {
      return done(error as Error);
    }
    this.agentBody.holdDerived(this.held.capacity);
    done();
  }

  override _flush(done: (error?: Error) => void): void {
    try {
      this.chunks.end();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.agentBody.refused.removeEventListener('abort', this.onRefused);
    this.agentBody.holdDerived(0);
    done(error);
  }

  private readonly onRefused = (): void => void this.destroy(this.agentBody.refused.reason as Error);
}

function ignore(): void {
  // Whoever takes the body is told of its end.
}
