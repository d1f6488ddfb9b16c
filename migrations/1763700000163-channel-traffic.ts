import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What comes from and goes to providers (04 §6.3 to §6.6, §10): events heard, posts to make, cards, signs of receipt. */
export class ChannelTraffic1763700000163 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_ingests (
        presence_id uuid NOT NULL REFERENCES channel_presences ON DELETE CASCADE,
        event_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (presence_id, event_id)
      );
      CREATE INDEX channel_ingests_created_at_idx ON channel_ingests (created_at);

      CREATE TABLE channel_silences (
        presence_id uuid NOT NULL REFERENCES channel_presences ON DELETE CASCADE,
        channel text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (presence_id, channel)
      );

      CREATE TABLE channel_receipts (
        thread_link_id uuid PRIMARY KEY REFERENCES channel_thread_links ON DELETE CASCADE,
        turn_id uuid NOT NULL REFERENCES turns ON DELETE CASCADE,
        channel text NOT NULL,
        message_ref text NOT NULL,
        emoji text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX channel_receipts_turn_id_idx ON channel_receipts (turn_id);

      CREATE TABLE channel_cards (
        approval_id uuid NOT NULL,
        presence_id uuid NOT NULL REFERENCES channel_presences ON DELETE CASCADE,
        channel text NOT NULL,
        thread text,
        message_ref text,
        asked jsonb NOT NULL,
        settled boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (approval_id, presence_id)
      );
      CREATE INDEX channel_cards_presence_id_idx ON channel_cards (presence_id);
      CREATE INDEX channel_cards_open_idx ON channel_cards (approval_id) WHERE NOT settled;

      CREATE TABLE channel_outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        presence_id uuid NOT NULL REFERENCES channel_presences ON DELETE CASCADE,
        thread_link_id uuid REFERENCES channel_thread_links ON DELETE CASCADE,
        turn_id uuid REFERENCES turns ON DELETE CASCADE,
        approval_id uuid,
        kind text NOT NULL CHECK (
          kind IN ('message.post', 'card.post', 'card.update', 'reaction.add', 'reaction.remove')),
        ordinal integer NOT NULL DEFAULT 0,
        channel text NOT NULL,
        thread text,
        content jsonb,
        state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'leased', 'sent', 'rejected', 'unknown')),
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        lease_boot_id text,
        lease_expires_at timestamptz,
        error_code text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT channel_outbox_turn_key UNIQUE (thread_link_id, turn_id, kind, ordinal),
        CONSTRAINT channel_outbox_card_key UNIQUE (presence_id, approval_id, kind),
        CONSTRAINT channel_outbox_lease_check CHECK (
          (state = 'leased') = (lease_boot_id IS NOT NULL AND lease_expires_at IS NOT NULL)),
        -- What was said is kept no longer than it takes to say it.
        CONSTRAINT channel_outbox_content_check CHECK ((content IS NOT NULL) = (state IN ('pending', 'leased')))
      );
      CREATE INDEX channel_outbox_turn_id_idx ON channel_outbox (turn_id);
      CREATE INDEX channel_outbox_created_at_idx ON channel_outbox (created_at);
      CREATE INDEX channel_outbox_open_idx ON channel_outbox (presence_id, channel, id)
        WHERE state IN ('pending', 'leased');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE channel_outbox, channel_cards, channel_receipts, channel_silences, channel_ingests;
    `);
  }
}
