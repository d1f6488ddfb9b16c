import { Column, getMetadataArgsStorage } from 'typeorm';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DeploymentKeys } from './deployment-keys.js';
import type { KeyRing } from './generated-keys.js';

/**
 * What the database keeps sealed (02 §3.6), declared where it is kept: `@SealedColumn` on the field of an entity.
 * Whoever rotates keys or checks a deployment goes by these declarations, and a place that `SecretBox.seal` takes is
 * made from one, so what is not declared does not compile.
 */

declare const declaredPlace: unique symbol;

/** Where a sealed value is kept; it opens nowhere else. */
export type SealedPlace = string & { readonly [declaredPlace]: true };

/** A column of envelopes; each value is bound to `<table>:<id>`. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly id: string;
  /** PostgreSQL type of the primary key; one of bytes is bound by its hexadecimal text. */
  readonly idType: string;
}

const declared: { entity: object; column: string }[] = [];

/** A column of sealed texts. */
export function SealedColumn(options: { name: string; nullable?: boolean }): PropertyDecorator {
  return (prototype, field) => {
    Column('text', options)(prototype, field);
    declared.push({ entity: prototype.constructor, column: options.name });
  };
}

/** Of every entity that has been loaded. */
export function sealedColumns(): readonly SealedColumn[] {
  return declared
    .map(({ entity, column }) => ({ table: tableOf(entity), column, ...keyOf(entity) }))
    .sort((one, other) => one.table.localeCompare(other.table) || one.column.localeCompare(other.column));
}

/** Binds values to rows of an entity with a sealed column: a ciphertext copied to another row does not open. */
export function placesIn(entity: new () => object): (id: string | number | Buffer) => SealedPlace {
  if (!declared.some((column) => column.entity === entity))
    throw new Error(`${entity.name} has no sealed column`);
  const table = tableOf(entity);
  return (id) => `${table}:${Buffer.isBuffer(id) ? id.toString('hex') : id}` as SealedPlace;
}

/** The same for jobs whose payload is `{ id, sealed }`, which rotation finds by that form. */
export function placesInJobs(job: string): (id: string) => SealedPlace {
  return (id) => `${job}:${id}` as SealedPlace;
}

function tableOf(entity: object): string {
  return getMetadataArgsStorage().tables.find(({ target }) => target === entity)!.name!;
}

function keyOf(entity: object): Pick<SealedColumn, 'id' | 'idType'> {
  const isOf = (target: unknown): boolean =>
    target === entity || Object.prototype.isPrototypeOf.call(target as object, entity);
  const { columns } = getMetadataArgsStorage();
  const { propertyName, options } = columns.find(({ target, options }) => options.primary && isOf(target))!;
  return { id: options.name ?? propertyName, idType: options.type as string };
}

/**
 * Encryption at rest (01 §3.1.2, 02 §3.6): AES-256-GCM envelopes that belong to one row.
 *
 * Envelope: `v1.<key id>.<nonce>.<ciphertext and tag>`, the last two in base64url. The associated data is the
 * place the value is stored at, so a ciphertext copied to another row or column does not open. One key
 * encrypts; that key and the previous ones decrypt, which is how keys are changed without downtime.
 */

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_HEX = 16;
const DECIPHERING = { authTagLength: TAG_BYTES };
const ENVELOPE = /^v1\.[0-9a-f]{16}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{22,}$/;
/** Where the parts of an envelope stand; a list opens dozens, and groups of a match cost more than the rest of reading. */
const KEY_ID_AT = 3;
const NONCE_AT = 20;
const BODY_AT = 37;

/** The reason is for logs; it tells nothing about the value. */
export class UndecryptableError extends Error {
  override readonly name = 'UndecryptableError';

  constructor(readonly reason: 'malformed' | 'unknown key' | 'altered or bound elsewhere') {
    super(`A stored value cannot be decrypted: ${reason}`);
  }
}

@Injectable()
export class SecretBox {
  private readonly current: { id: string; key: KeyObject };
  /** Key objects: with a key given as bytes Node takes 14 us to open a small value, with these 3 us. */
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor(@Inject(DeploymentKeys) keys: KeyRing) {
    this.current = { id: keyId(keys.encryptionKey), key: createSecretKey(keys.encryptionKey) };
    // The current key comes last so that it wins should it also stand among the previous ones.
    const ring = [...keys.previousKeys, keys.encryptionKey];
    this.keys = new Map(ring.map((key) => [keyId(key), createSecretKey(key)]));
  }

  /** Ids of the keys it opens with, the current one among them; they reveal nothing about the keys. */
  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** The key it seals with. */
  get currentKeyId(): string {
    return this.current.id;
  }

  /** Encrypts for one place, such as `secrets:<id>`. The same place must be named to open it. */
  seal(plaintext: string, boundTo: SealedPlace): string {
    return this.encrypt(plaintext, boundTo);
  }

  /** @throws UndecryptableError when the envelope is damaged, of an unknown key, or of another place */
  open(envelope: string, boundTo: string): string {
    if (!ENVELOPE.test(envelope)) throw new UndecryptableError('malformed');
    const key = this.keys.get(envelope.slice(KEY_ID_AT, NONCE_AT - 1));
    if (key === undefined) throw new UndecryptableError('unknown key');
    const nonce = Buffer.from(envelope.slice(NONCE_AT, BODY_AT - 1), 'base64url');
    const sealed = Buffer.from(envelope.slice(BODY_AT), 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, nonce, DECIPHERING);
    decipher.setAAD(binding(boundTo));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const plaintext = decipher.update(sealed.subarray(0, -TAG_BYTES));
      // GCM works on streams: `final` adds nothing to the plaintext, it compares the tag.
      decipher.final();
      return plaintext.toString('utf8');
    } catch {
      throw new UndecryptableError('altered or bound elsewhere');
    }
  }

  /** `open` for whoever can do without the value: what `otherwise` makes of an envelope that no key opens. */
  openOr<Else>(
    envelope: string,
    boundTo: string,
    otherwise: (error: UndecryptableError) => Else,
  ): string | Else {
    try {
      return this.open(envelope, boundTo);
    } catch (error) {
      if (!(error instanceof UndecryptableError)) throw error;
      return otherwise(error);
    }
  }

  /** The same value under the current key. @throws UndecryptableError like `open` */
  reencrypt(envelope: string, boundTo: string): string {
    return this.encrypt(this.open(envelope, boundTo), boundTo);
  }

  private encrypt(plaintext: string, boundTo: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(binding(boundTo));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, this.current.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  }
}

/** An unbound ciphertext could be moved between rows, so a missing place is a programming fault. */
function binding(boundTo: string): Buffer {
  if (boundTo === '') throw new TypeError('A sealed value must be bound to its place');
  return Buffer.from(boundTo, 'utf8');
}

/** Names a key without revealing it: part of a hash that nothing else computes. */
function keyId(key: Buffer): string {
  return createHash('sha256')
    .update('credential-gateway key id\0')
    .update(key)
    .digest('hex')
    .slice(0, KEY_ID_HEX);
}
