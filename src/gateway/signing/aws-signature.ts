import { fieldsToSign } from '../../domain/protocols/aws-sigv4/canonical-request.js';
import {
  amazonDate,
  type AwsKeys,
  type SigningContext,
  signingContext,
  signRequest,
  signingKey,
} from '../../domain/protocols/aws-sigv4/signature.js';
import { isS3, type SigningScope } from '../../domain/protocols/aws-sigv4/signing-scope.js';
import { SIGNING_HASHES } from '../../kernel/crypto/signing-hashes.js';
import {
  authorityOf,
  type Exchange,
  type OutboundPayload,
  type OutboundSignature,
} from '../exchange/exchange.js';
import { HeaderList } from '../exchange/headers/headers.js';
import { resignedBody } from './resigned-body.js';
import { MAX_SIGNED_BYTES, type SignedPayload } from './signed-payload.js';

/** Services and regions are of the agent's choosing. */
const MAX_SCOPES = 16;

/** Deriving a key takes four fifths of the time of a signature. Kept as long as what it is derived from. */
const derived = new WeakMap<AwsKeys, Map<string, Uint8Array>>();
export const CONTENT_HASH = 'x-amz-content-sha256';

/** Written by whoever signs: what an agent sent of them was about a signature of its own (03 §12.6.1). */
const OF_A_SIGNATURE = new Set(['authorization', 'x-amz-date', CONTENT_HASH, 'x-amz-security-token']);

/** Signs one request whenever it is sent, as what it then is and at that time (06 §11.5). */
export class AwsSignature implements OutboundSignature {
  private made: { context: SigningContext; seed: string } | null = null;

  constructor(
    private readonly keys: AwsKeys,
    private readonly scope: SigningScope,
    private readonly payload: SignedPayload,
  ) {}

  sign({ method, scheme, host, port, outbound }: Exchange): void {
    const { keys, scope, payload } = this;
    const fields = new HeaderList(outbound.headers);
    fields.removeWhere((name) => OF_A_SIGNATURE.has(name));
    const date = amazonDate(new Date(Date.now()));
    fields.append('x-amz-date', date);
    if (keys.sessionToken !== null) fields.append('x-amz-security-token', keys.sessionToken);
    if (isS3(scope)) fields.append(CONTENT_HASH, payload.hash);
    const authority = authorityOf(scheme, outbound.host ?? host, port);
    const headers = ['host', authority, ...fieldsToSign(outbound.headers)];
    const context = signingContext(derivedKey(keys, scope, date), scope, date);
    const request = { method, target: outbound.target, headers };
    const made = signRequest(request, payload.hash, keys, scope, context, SIGNING_HASHES);
    fields.append('authorization', made.authorization);
    this.made = { context, seed: made.signature };
  }

  body(payload: OutboundPayload, { body }: Exchange): OutboundPayload {
    const { made } = this;
    const { chunks } = this.payload;
    if (chunks === null || made === null) return payload;
    const terms = { ...made, trailers: chunks === 'trailers', mostChunkBytes: MAX_SIGNED_BYTES };
    return resignedBody(payload, terms, SIGNING_HASHES, body);
  }
}

function derivedKey(keys: AwsKeys, scope: SigningScope, date: string): Uint8Array {
  let known = derived.get(keys);
  if (known === undefined) derived.set(keys, (known = new Map<string, Uint8Array>()));
  const name = `${date.slice(0, 8)} ${scope.service} ${scope.region}`;
  let key = known.get(name);
  if (key === undefined) {
    key = signingKey(keys, scope, date, SIGNING_HASHES);
    if (known.size >= MAX_SCOPES) known.delete(known.keys().next().value!);
    known.set(name, key);
  }
  return key;
}
