import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database, type Queryable } from '../../../../kernel/database/database.js';

const SELECT = `SELECT id FROM runners WHERE kind = 'embedded'`;

/** The runner inside the server: one row for the whole deployment, whichever processes work for it (04 §11). */
@Injectable()
export class EmbeddedRunner implements OnApplicationBootstrap {
  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
  ) {}

  get isOn(): boolean {
    return this.configuration.embeddedRunner;
  }

  /** So that it is listed before it has an agent. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.isOn) await this.id(this.db);
  }

  /** Of its row, which is made where there is none. */
  async id(q: Queryable): Promise<string> {
    const [known] = await q.query<{ id: string }>(SELECT);
    if (known !== undefined) return known.id;
    await q.query(
      `INSERT INTO runners (kind, name) VALUES ('embedded', 'embedded')
       ON CONFLICT (kind) WHERE kind = 'embedded' DO NOTHING`,
    );
    const [made] = await q.query<{ id: string }>(SELECT);
    return made!.id;
  }
}
