import { describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { statementByStatement, statementsOf } from './each-statement.ts';

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

describe('a runner', () => {
  it('sends each statement by itself, but for those with parameters', async () => {
    const sent: string[] = [];
    const runner = { query: (sql: string) => Promise.resolve(sent.push(sql)) } as unknown as QueryRunner;
    const oneByOne = statementByStatement(runner);
    await oneByOne.query('a; b');
    await oneByOne.query('SELECT $1; c', ['x']);
    expect(sent).toEqual(['a', 'b', 'SELECT $1; c']);
  });
});
