import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LENGTH = 8_000;
/** Processor time. A linear pass takes a quarter of a millisecond, a quadratic one fifty times as much. */
const MOST_SECONDS = 0.006;
/**
 * A quarter of the text shows whether the whole is worth a measurement: if the whole takes longer than `MOST_SECONDS`, the
 * quarter takes 0.4 ms where the time is quadratic and 0.1 ms where it is cubic; a linear pass takes 0.02 ms.
 */
const SHORTER = 4;
const DOUBTFUL_MS = 0.04;
/** Units for the patterns of the services that no text can be generated for. */
const UNITS = [
  'a',
  'a+',
  'aa://',
  'aa://:',
  'eyJ-',
  'eyJa.',
  'Bearer ',
  '/',
  '//',
  '-',
  '.',
  ' ',
  ',',
  '0',
  '"',
  '@',
];
const TEXTS = 12;
const LONGEST_UNIT = 8;

/** Where a literal may begin; most files have none, and need not be parsed. */
const MAYBE_LITERAL = /[(,=:[!&|?{};>\s]\/(?![/*])/;

interface Expression {
  readonly location: string;
  readonly pattern: RegExp;
}

/** Every regular expression in the sources of the hosts, except for tests. */
function expressions(): Expression[] {
  const files = globSync(['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts', 'tools/furrow/src/**/*.ts'], {
    cwd: ROOT,
  });
  return files
    .filter((file) => !/spec\.ts$|\/testing\/|node_modules/.test(file))
    .flatMap((file) => {
      const text = readFileSync(`${ROOT}/${file}`, 'utf8');
      if (!MAYBE_LITERAL.test(text)) return [];
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      const found: Expression[] = [];
      const look = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const [, body = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
          const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
          found.push({ location: `${file}:${line + 1} ${node.text}`, pattern: new RegExp(body, flags) });
        }
        ts.forEachChild(node, look);
      };
      look(source);
      return found;
    });
}

/** Prefixes of matching texts: repeated, they advance the match and then fail it. */
function beginnings({ pattern }: Expression): string[] {
  try {
    const texts = fc.sample(
      fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[^u]/g, ''))),
      {
        numRuns: TEXTS,
        seed: 1,
      },
    );
    return texts.flatMap((text) =>
      Array.from({ length: Math.min(text.length, LONGEST_UNIT) }, (_, i) => text.slice(0, i + 1)),
    );
  } catch {
    return []; // It has a lookaround, for which the library generates no texts.
  }
}

/** Finds a unit that takes more than linear time when repeated, with or without a non-matching end. */
function slowOn(expression: Expression): string | undefined {
  return [...new Set([...UNITS, ...beginnings(expression)])].find((unit) => {
    const textOf = (length: number) => unit.repeat(length / unit.length);
    return ['', '\n', '!'].some(
      (end) =>
        isDoubtful(expression.pattern, textOf(LENGTH / SHORTER) + end) &&
        isSlow(expression.pattern, textOf(LENGTH) + end),
    );
  });
}

/** By the clock on the wall, which errs towards a measurement when another process uses the processor. */
function isDoubtful(pattern: RegExp, text: string): boolean {
  const began = performance.now();
  text.replace(pattern, '');
  return performance.now() - began > DOUBTFUL_MS;
}

/** Measures three times, because other threads may have used the processor; ten times as much is none of their doing. */
function isSlow(pattern: RegExp, text: string): boolean {
  for (let measurement = 1; measurement <= 3; measurement++) {
    const seconds = secondsOf(pattern, text);
    if (seconds <= MOST_SECONDS) return false;
    if (seconds > 10 * MOST_SECONDS) return true;
  }
  return true;
}

function secondsOf(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(pattern, '');
  return process.cpuUsage(before).user / 1_000_000;
}

describe('the regular expressions of the service', () => {
  const all = expressions();
  it('are found', () => {
    expect(all.length).toBeGreaterThan(40);
  });

  it.each(all)('$location does not take quadratic time', (expression) => {
    expect(slowOn(expression)).toBeUndefined();
  });
});

describe('a regular expression that backtracks', () => {
  it.each([
    /\/+$/,
    /\b(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g,
    /(\b[a-z][a-z+]+:\/\/[^\s:/@"]*):[^\s"]+@/gi,
    /^\d*\.?\d+x$/,
  ])('is reported: %s', (pattern) => {
    expect(slowOn({ location: 'here', pattern })).toBeDefined();
  });
});
