import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import argon2 from 'argon2';
import { HashingTurns } from './hashing-turns.js';
import { PASSWORD_MAX_LENGTH } from '../model/password-rules.js';

/** argon2id with 19 MiB, 2 passes, 1 lane: the floor of 01 §11.3 rule 1, about 20 ms on one core. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * No account has a longer one. It must not even be normalised: that takes time quadratic in a run of combining
 * marks, 20 s of the one thread for a body of 1 MiB.
 */
const MAX_UNITS = 2 * PASSWORD_MAX_LENGTH;

@Injectable()
export class PasswordHasher implements OnModuleInit {
  /** The hash of a password nobody knows; stands in for accounts that do not exist. */
  private decoy = '';
  private readonly turns = new HashingTurns();

  async onModuleInit(): Promise<void> {
    this.decoy = await argon2.hash(randomBytes(32), PARAMETERS);
  }

  hash(password: string): Promise<string> {
    return this.turns.take(() => argon2.hash(password.normalize('NFC'), PARAMETERS));
  }

  /**
   * Whether the password is the hashed one. Without a hash the same work is done against the decoy, so
   * that the time of the answer does not tell which e-mail addresses have an account (01 §11.2).
   */
  async verify(hash: string | null, password: string): Promise<boolean> {
    const possible = password.length <= MAX_UNITS;
    const given = possible ? password.normalize('NFC') : '';
    const matches = await this.turns.take(() => argon2.verify(hash ?? this.decoy, given));
    return matches && possible && hash !== null;
  }
}
