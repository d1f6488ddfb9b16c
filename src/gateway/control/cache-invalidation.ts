import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { Epochs } from '../../kernel/database/epochs.js';

/** `POST /cache/invalidate` (06 §16): old callers ask for what every write does by itself. */
@Injectable()
export class CacheInvalidation {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
  ) {}

  /** Drops what every gateway process resolved for the workspace; this one has when it resolves. */
  async invalidate(workspaceId: string): Promise<void> {
    await this.db.tx((tx) => this.epochs.raise(tx, { workspace: workspaceId }));
  }
}
