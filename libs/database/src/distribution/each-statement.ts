import type { QueryRunner } from 'typeorm';

/** A piece of SQL that holds no separator, the separator itself, or a word that opens or closes a body of statements. */
const TOKEN =
  /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[^]*?\1|--[^\n]*|\/\*[^]*?\*\/|\bBEGIN\s+ATOMIC\b|\b\w+\b|[^]/gi;

/** The statements of a text, without empty ones. Strings with backslash escapes and nested comments are not understood. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let isEmpty = true;
  let depth = 0;
  const end = () => {
    if (!isEmpty) statements.push(statement.trim());
    [statement, isEmpty] = ['', true];
  };
  for (const [token] of sql.matchAll(TOKEN)) {
    const word = token.toUpperCase();
    if (depth === 0 && token === ';') {
      end();
      continue;
    }
    isEmpty &&= /^(?:\s|--|\/\*)/.test(token);
    if (/^BEGIN\s/.test(word)) depth++;
    else if (depth > 0 && word === 'CASE') depth++;
    else if (depth > 0 && word === 'END') depth--;
    statement += token;
  }
  end();
  return statements;
}

/**
 * A runner that sends each statement of a text by itself: a Citus hands on the whole message that a trigger or a policy came
 * in, which its workers refuse if it has other statements.
 */
export const statementByStatement = (runner: QueryRunner): QueryRunner => new Proxy(runner, OneByOne);

const OneByOne: ProxyHandler<QueryRunner> = {
  get(runner, member) {
    if (member !== 'query') return Reflect.get(runner, member, runner) as unknown;
    return async (sql: string, parameters?: unknown[]) => {
      if (parameters !== undefined && parameters.length > 0)
        return (await runner.query(sql, parameters)) as unknown;
      let answer: unknown;
      for (const statement of statementsOf(sql)) answer = await runner.query(statement);
      return answer;
    };
  },
};
