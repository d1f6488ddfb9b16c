import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { type Read, Remembered } from '../../../../kernel/egress/remembered.js';
import { ProviderFetch } from '../connections/provider/provider-fetch.js';
import { jsonObject } from './openid-provider.js';

const SHORTEST_SECONDS = 600;
const LONGEST_SECONDS = 86_400;
const DIRECTIVE = /(?:^|[\s,])max-age="?(\d{1,10})"?(?=$|[\s,])/i;
const MAX_KEY_SETS = 200;
/** Key sets have some kilobytes, a few dozen where each key brings its certificates. */
const KEY_SET_BYTES = 131_072;
/** A new key may sign at once; somebody who makes key ids up must not make us ask each time. */
const REREAD_AFTER_MS = 60_000;

/** The keys by which providers sign, each set kept as long as its provider says (05 §8.6 rule 5). */
@Injectable()
export class ProviderKeys {
  private readonly known = new Remembered<JWTVerifyGetKey>(MAX_KEY_SETS);

  constructor(private readonly fetch: ProviderFetch) {}

  /** Finds the key of a token; a key id nobody knows has the set read anew, at most once a minute. */
  at(jwksUri: string): JWTVerifyGetKey {
    const read = () => this.read(jwksUri);
    return async (header, token) => {
      const keys = await this.known.get(jwksUri, read);
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        const renewed = await this.known.renewed(jwksUri, REREAD_AFTER_MS, read);
        return renewed(header, token);
      }
    };
  }

  private async read(jwksUri: string): Promise<Read<JWTVerifyGetKey>> {
    const { status, headers, body } = await this.fetch.get(jwksUri, {
      accept: 'application/jwk-set+json, application/json',
    });
    const set = status === 200 && body.length <= KEY_SET_BYTES ? jsonObject(body) : null;
    if (set === null) throw new Error(`the key set was answered with status ${status}, or is none`);
    return {
      value: createLocalJWKSet(set as unknown as JSONWebKeySet),
      milliseconds: freshnessMs(headers, Date.now()),
    };
  }
}

/** How long an answer may be kept by its own word (RFC 9111 §4.2.1), within ten minutes and a day (05 §8.6 rule 5). */
export function freshnessMs(headers: Headers, now: number): number {
  const seconds = statedSeconds(headers, now) ?? SHORTEST_SECONDS;
  return Math.min(Math.max(seconds, SHORTEST_SECONDS), LONGEST_SECONDS) * 1000;
}

function statedSeconds(headers: Headers, now: number): number | null {
  const control = headers.get('cache-control');
  if (control !== null && /no-store|no-cache/i.test(control)) return 0;
  const maxAge = DIRECTIVE.exec(control ?? '')?.[1];
  if (maxAge !== undefined) return Number(maxAge) - (Number(headers.get('age')) || 0);
  const expires = Date.parse(headers.get('expires') ?? '');
  return Number.isNaN(expires) ? null : (expires - now) / 1000;
}
