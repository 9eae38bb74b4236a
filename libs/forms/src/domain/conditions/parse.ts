import { type Comparison, type Condition, COMPARISONS, type Operand } from './condition.ts';

/** The longest condition, in characters. */
export const MAX_CONDITION_LENGTH = 1_000;
/** How deep parentheses and `not` may be nested. */
const MAX_DEPTH = 20;

/** Why a text is no condition, in words that follow its name. */
export class NotACondition extends Error {}

/** `${name}`, a text in quotes, a number, a comparison, a word, or a sign. */
const TOKEN =
  /\s*(?:(?<field>\$\{[^{}]*\})|(?<text>'[^']*'|"[^"]*")|(?<number>-?(?:\d+(?:\.\d*)?|\.\d+))|(?<comparison>!=|<=|>=|[=<>])|(?<word>[A-Za-z][\w-]*)|(?<sign>[().,]))/uy;

interface Token {
  readonly kind: string;
  readonly text: string;
}

/**
 * Reads the conditions of XLSForms that compare: `${a} = 'x'`, with `!=`, `<`, `>`, `<=`, `>=`; `selected(${a}, 'x')`;
 * `and`, `or`, `not(…)` and parentheses. `.` is the value that the condition is about. `and` binds tighter than `or`.
 *
 * @see https://docs.getodk.org/form-logic/
 * @throws NotACondition
 */
export function parseCondition(text: string): Condition {
  if (text.length > MAX_CONDITION_LENGTH)
    throw new NotACondition(`must have at most ${MAX_CONDITION_LENGTH} characters`);
  return new Parser(tokensOf(text)).whole();
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new NotACondition(`cannot be read from ${quoted(text.slice(from).trimStart())}`);
    for (const [kind, found] of Object.entries<string | undefined>(match.groups ?? {}))
      if (found !== undefined) tokens.push({ kind, text: found });
  }
  return tokens;
}

class Parser {
  #next = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Condition {
    const condition = this.#or();
    const rest = this.tokens[this.#next];
    if (rest) throw new NotACondition(`has ${quoted(rest.text)} where and, or, or its end is expected`);
    return condition;
  }

  #or(): Condition {
    return this.#joined('or', () => this.#joined('and', () => this.#term()));
  }

  #joined(kind: 'and' | 'or', part: () => Condition): Condition {
    const first = part();
    const parts = [first];
    while (this.#takes(kind)) parts.push(part());
    return parts.length === 1 ? first : { kind, parts };
  }

  #term(): Condition {
    if (this.#takes('(')) return this.#nested();
    if (this.#takes('not')) {
      this.#expect('(');
      return { kind: 'not', of: this.#nested() };
    }
    if (this.#takes('selected')) return this.#selected();
    const left = this.#operand();
    return { kind: 'compare', by: this.#comparison(), left, right: this.#operand() };
  }

  #nested(): Condition {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new NotACondition(`is nested deeper than ${MAX_DEPTH} times`);
    const condition = this.#or();
    this.#expect(')');
    this.#depth -= 1;
    return condition;
  }

  #selected(): Condition {
    this.#expect('(');
    const of = this.#operand();
    this.#expect(',');
    const option = this.#operand();
    if ((of.kind !== 'field' && of.kind !== 'self') || option.kind !== 'text')
      throw new NotACondition("has a selected() that is not written like selected(${field}, 'option')");
    this.#expect(')');
    return { kind: 'selected', of, option: option.text };
  }

  #operand(): Operand {
    const token = this.tokens[this.#next];
    this.#next += 1;
    switch (token?.kind) {
      case 'field':
        return { kind: 'field', name: token.text.slice(2, -1).trim() };
      case 'text':
        return { kind: 'text', text: token.text.slice(1, -1) };
      case 'number':
        return { kind: 'number', number: Number(token.text) };
      case 'word':
        throw new NotACondition(
          `has ${quoted(token.text)}; it may compare only \${fields}, ".", numbers and texts in quotes`,
        );
      default:
        if (token?.text === '.') return { kind: 'self' };
        throw new NotACondition(
          `has ${found(token)} where a \${field}, ".", a number or a text in quotes is expected`,
        );
    }
  }

  #comparison(): Comparison {
    const token = this.tokens[this.#next];
    this.#next += 1;
    if (token?.kind === 'comparison') return token.text as Comparison;
    throw new NotACondition(`has ${found(token)} where one of ${COMPARISONS.join(' ')} is expected`);
  }

  #takes(text: string): boolean {
    if (this.tokens[this.#next]?.text !== text) return false;
    this.#next += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text))
      throw new NotACondition(`has ${found(this.tokens[this.#next])} where ${quoted(text)} is expected`);
  }
}

const found = (token: Token | undefined): string => (token ? quoted(token.text) : 'its end');

/** A text in an error, shortened. */
function quoted(text: string): string {
  return text.length > 30 ? `"${text.slice(0, 30)}…"` : `"${text}"`;
}
