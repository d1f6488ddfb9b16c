import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

/** Addresses whose owners want no more mail they did not ask for (01 §20). */
@Injectable()
export class MailSuppressions {
  constructor(
    private readonly db: Database,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** Suppresses the address the token names. A token that was not issued here changes nothing. */
  async unsubscribe(token: string): Promise<void> {
    const email = this.tokens.read(token);
    if (email === null) return;
    await this.db.query(`INSERT INTO mail_suppressions (email) VALUES ($1) ON CONFLICT DO NOTHING`, [
      email.toLowerCase(),
    ]);
  }

  async includes(email: string): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM mail_suppressions WHERE email = $1`, [
      email.toLowerCase(),
    ]);
    return rows.length === 1;
  }
}
