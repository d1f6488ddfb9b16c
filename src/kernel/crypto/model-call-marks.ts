/**
 * By what the gateway knows a question to a model that the runner inside the server asks (04 §11.2.3): an HMAC under a
 * key that nobody but this deployment has, over the one request it is good for. Both sides are one deployment, which may
 * be several processes; nothing of it is stored.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DeploymentKeys } from './deployment-keys.js';

/** The field that carries it, to the gateway and no further (06 §3.2). */
export const MODEL_CALL_FIELD = 'x-onecli-model-call';

/** Whose request, and which. */
export interface MarkedCall {
  /** SHA-256 of the agent's token. */
  readonly tokenHash: Buffer;
  readonly method: string;
  readonly scheme: string;
  /** Normalised, as in 06 §8.1. */
  readonly host: string;
  readonly port: number;
  /** Path and query as they are sent. */
  readonly target: string;
}

const KEY_BYTES = 32;
const PURPOSE = 'marks of model calls';
/** From the making of a mark to the head of its request, several tries to connect and unequal clocks included. */
const GOOD_FOR_SECONDS = 60;
const MARK = /^(\d{10,11})\.([A-Za-z0-9_-]{43})$/;

@Injectable()
export class ModelCallMarks {
  private readonly keys: readonly Buffer[];

  constructor({ encryptionKey, previousKeys }: DeploymentKeys) {
    this.keys = [encryptionKey, ...previousKeys].map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', PURPOSE, KEY_BYTES)),
    );
  }

  make(call: MarkedCall, now = Date.now()): string {
    const until = String(Math.floor(now / 1_000) + GOOD_FOR_SECONDS);
    return `${until}.${signature(this.keys[0]!, until, call).toString('base64url')}`;
  }

  isGenuine(mark: string, call: MarkedCall, now = Date.now()): boolean {
    const [, until = '', signed = ''] = MARK.exec(mark) ?? [];
    if (until === '' || Number(until) * 1_000 <= now) return false;
    const given = Buffer.from(signed, 'base64url');
    return this.keys.some((key) => timingSafeEqual(signature(key, until, call), given));
  }
}

/** No part can hold a line break, so that no two calls are one text. */
function signature(
  key: Buffer,
  until: string,
  { tokenHash, method, scheme, host, port, target }: MarkedCall,
): Buffer {
  const parts = [until, tokenHash.toString('hex'), method, scheme, host, port, target];
  return createHmac('sha256', key).update(parts.join('\n')).digest();
}
