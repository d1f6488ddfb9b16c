import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where the value of a secret comes from is a kind and a reference, of whatever kind (02 §3.4). The columns of before
 * name 1Password; a trigger keeps both pairs in step while processes of the release before write them, and the next
 * release drops it with them. Which kinds there are is the code's to say.
 */
export class SecretSources1763700000220 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE secrets
        ADD COLUMN source_kind text,
        ADD COLUMN source_reference text,
        DROP CONSTRAINT secrets_value_source_check,
        DROP CONSTRAINT secrets_value_check;

      CREATE FUNCTION secrets_source_in_step() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (TG_OP = 'INSERT' AND NEW.source_kind IS NULL) OR (TG_OP = 'UPDATE' AND
            (NEW.value_source, NEW.op_ref) IS DISTINCT FROM (OLD.value_source, OLD.op_ref)) THEN
          NEW.source_kind := NEW.value_source;
          NEW.source_reference := NEW.op_ref;
        ELSE
          NEW.value_source := NEW.source_kind;
          NEW.op_ref := NEW.source_reference;
        END IF;
        RETURN NEW;
      END $$;
      UPDATE secrets SET source_kind = value_source, source_reference = op_ref;
      CREATE TRIGGER secrets_source_in_step BEFORE INSERT OR UPDATE ON secrets FOR EACH ROW
        EXECUTE FUNCTION secrets_source_in_step();

      -- contract: the trigger fills both for the release before, and the check refuses what its own did.
      ALTER TABLE secrets
        ALTER COLUMN source_kind SET NOT NULL,
        ADD CONSTRAINT secrets_source_check CHECK (
          CASE source_kind
            WHEN 'inline' THEN value_ciphertext IS NOT NULL AND source_reference IS NULL
            ELSE value_ciphertext IS NULL AND source_reference IS NOT NULL
          END
        );
    `);
  }

  /** Refused while a secret has a source that the release before does not know. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER secrets_source_in_step ON secrets;
      DROP FUNCTION secrets_source_in_step();
      ALTER TABLE secrets
        DROP CONSTRAINT secrets_source_check,
        DROP COLUMN source_kind,
        DROP COLUMN source_reference,
        ADD CONSTRAINT secrets_value_source_check CHECK (value_source IN ('inline', 'onepassword')),
        ADD CONSTRAINT secrets_value_check CHECK (
          CASE value_source
            WHEN 'inline' THEN value_ciphertext IS NOT NULL AND op_ref IS NULL
            ELSE value_ciphertext IS NULL AND op_ref IS NOT NULL
          END
        );
    `);
  }
}
