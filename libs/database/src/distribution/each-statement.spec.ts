import { describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { eachStatement, statementsOf } from './each-statement.ts';

describe('statements of a text', () => {
  it.each([
    ['SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
    [`SELECT ';', 'it''s;'; SELECT ";"`, [`SELECT ';', 'it''s;'`, 'SELECT ";"']],
    ['DO $$ BEGIN a; END $$; b', ['DO $$ BEGIN a; END $$', 'b']],
    ['DO $x$ BEGIN $$;$$ END $x$; b', ['DO $x$ BEGIN $$;$$ END $x$', 'b']],
    ['a -- no; more\n; /* ; */ ; b', ['a -- no; more', 'b']],
    [
      'CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END; SELECT 2; END; b',
      ['CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END; SELECT 2; END', 'b'],
    ],
    [' ;; ', []],
  ])('%j', (sql, statements) => {
    expect(statementsOf(sql)).toEqual(statements);
  });
});

describe('a migration', () => {
  class Two {
    name = 'Two2';
    async up(runner: QueryRunner) {
      await runner.query('a; b');
      await runner.query('SELECT $1; c', ['x']);
    }
    async down(runner: QueryRunner) {
      await runner.query('d; e');
    }
  }

  it.each([
    [true, ['a', 'b', 'SELECT $1; c', 'd', 'e']],
    [false, ['a; b', 'SELECT $1; c', 'd; e']],
  ])('sends its statements by themselves where needed: %j', async (isNeeded, expected) => {
    const sent: string[] = [];
    const runner = { query: (sql: string) => Promise.resolve(sent.push(sql)) } as unknown as QueryRunner;
    const [Alone] = eachStatement([Two], () => isNeeded);
    const migration = new Alone!();
    await migration.up(runner);
    await migration.down(runner);
    expect([migration.name, Alone!.name]).toEqual(['Two2', 'Two']);
    expect(sent).toEqual(expected);
  });
});
