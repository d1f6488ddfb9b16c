import { describe, expect, it } from '@jest/globals';
import { faultsOf } from '../../scripts/check-migrations.mjs';

/** A migration that does this on its way up. */
const doing = (sql: string): string =>
  `async up(runner) {\n await runner.query(\`${sql}\`);\n}\n async down(runner) { await runner.query(\`DROP TABLE things;\`); }`;

describe('the lint of migrations', () => {
  it.each([
    ['a table that is dropped', 'DROP TABLE agents;'],
    ['a column that is dropped', 'ALTER TABLE agents DROP COLUMN name;'],
    ['a column that is renamed', 'ALTER TABLE agents RENAME COLUMN name TO title;'],
    ['a column of another type', 'ALTER TABLE agents ALTER COLUMN name TYPE varchar(20);'],
    ['a column that must be given', 'ALTER TABLE agents ADD COLUMN colour text NOT NULL;'],
    ['a column that must be given from now on', 'ALTER TABLE agents ALTER COLUMN name SET NOT NULL;'],
    ['a default that goes', 'ALTER TABLE agents ALTER COLUMN name DROP DEFAULT;'],
    ['a new constraint', 'ALTER TABLE agents ADD CONSTRAINT short CHECK (length(name) < 9);'],
    ['a table that is emptied', 'CREATE INDEX a ON agents (name); TRUNCATE agents;'],
  ])('finds %s', (_name, sql) => {
    expect(faultsOf(doing(sql))).toHaveLength(1);
  });

  it.each([
    [
      'a new table with whatever it needs',
      'CREATE TABLE t (a text NOT NULL); ALTER TABLE t ADD CHECK (a <> $$$$);',
    ],
    ['a column that may be left out', 'ALTER TABLE agents ADD COLUMN colour text;'],
    [
      'a column with a default',
      `ALTER TABLE agents ADD COLUMN c text NOT NULL DEFAULT 'red', ADD COLUMN d text;`,
    ],
    ['an index', 'DROP INDEX old_idx; CREATE INDEX new_idx ON agents (name);'],
    ['what says why', '-- contract: read by nobody since 0.3\nALTER TABLE agents DROP COLUMN colour;'],
  ])('passes %s', (_name, sql) => {
    expect(faultsOf(doing(sql))).toEqual([]);
  });
});
