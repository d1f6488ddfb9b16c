import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { DeploymentKeys } from '../../../kernel/crypto/deployment-keys.js';

const KEY_BYTES = 32;
/** An address and a signature in base64url; anything longer was not made here. */
const TOKEN = /^([A-Za-z0-9_-]{4,400})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens of unsubscribe links: the address and an HMAC-SHA256 over it (01 §20). They do not expire: a mail is
 * opened years later too. Without a secret of its own the key is derived from the encryption key; links made under
 * an earlier encryption key stay good while that one is configured.
 */
@Injectable()
export class UnsubscribeTokens {
  private readonly keys: readonly Buffer[];

  constructor(configuration: Configuration, keys: DeploymentKeys) {
    const { unsubscribeTokenSecret: secret } = configuration;
    this.keys =
      secret === null
        ? [keys.encryptionKey, ...keys.previousKeys].map((key) => derived(key))
        : [Buffer.from(secret, 'utf8')];
  }

  /** Always the same for an address, so nothing has to be stored. */
  issue(email: string): string {
    const address = Buffer.from(email, 'utf8').toString('base64url');
    return `${address}.${signature(this.keys[0]!, address).toString('base64url')}`;
  }

  /** The address of a token that was issued here, else null. */
  read(token: string): string | null {
    const [, address = '', signed = ''] = TOKEN.exec(token) ?? [];
    if (address === '') return null;
    const given = Buffer.from(signed, 'base64url');
    const genuine = this.keys.some((key) => timingSafeEqual(signature(key, address), given));
    return genuine ? Buffer.from(address, 'base64url').toString('utf8') : null;
  }
}

function signature(key: Buffer, address: string): Buffer {
  return createHmac('sha256', key).update(`unsubscribe:${address}`).digest();
}

function derived(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'credential-gateway unsubscribe tokens', KEY_BYTES));
}
