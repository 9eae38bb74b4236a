import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CompanyTurns, CountLimit, TimeLimit, type TurnSource } from './company-turns.ts';

/** A connection with so many runs to pass on, which reports each. */
class Source implements TurnSource {
  constructor(
    private readonly turns: CompanyTurns,
    readonly companyId: string,
    private readonly name: string,
    private left: number,
    private readonly passed: string[],
  ) {}

  goOn(): void {
    while (this.left > 0 && this.turns.take(this)) {
      this.left--;
      this.passed.push(this.name);
    }
  }
}

/** What was passed on by the end of each turn of the event loop, until all was. */
async function passedByTurn(
  runsATurn: number,
  wanted: readonly (readonly [companyId: string, name: string, runs: number])[],
): Promise<string[]> {
  const [turns, passed] = [new CompanyTurns(new CountLimit(runsATurn)), [] as string[]];
  for (const [companyId, name, runs] of wanted) new Source(turns, companyId, name, runs, passed).goOn();
  const all = wanted.reduce((sum, [, , runs]) => sum + runs, 0);
  const inTurn = [passed.splice(0).join('')];
  for (let count = inTurn[0]!.length; count < all; count += inTurn.at(-1)!.length) {
    await turn();
    inTurn.push(passed.splice(0).join(''));
  }
  return inTurn;
}

describe('turns of companies', () => {
  it('allows a limited number of runs per turn of the event loop, for all connections together', async () => {
    expect(await passedByTurn(3, [['acme', 'a', 7]])).toEqual(['aaa', 'aaa', 'a']);
    expect(
      await passedByTurn(2, [
        ['acme', 'a', 1],
        ['acme', 'b', 1],
        ['acme', 'c', 1],
      ]),
    ).toEqual(['ab', 'c']);
  });

  it('runs every waiting connection of a company before any of them runs again', async () => {
    const one = (name: string, runs: number) => ['acme', name, runs] as const;
    const turns = await passedByTurn(1, [one('a', 3), one('b', 2), one('c', 1)]);
    expect(turns.join('')).toBe('aabcab');
  });

  it('runs a company again after at most one run of each other waiting company', async () => {
    const busy = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ['busy', name, 1] as const);
    const turns = await passedByTurn(1, [...busy, ['acme', 'X', 2]]);
    expect(turns.join('')).toBe('abXcXdefgh');
  });

  it('can limit the time of a turn', async () => {
    let now = 0;
    const turns = new CompanyTurns(new TimeLimit(5, () => now));
    const passed: string[] = [];
    const sources = ['a', 'b', 'c', 'd'].map((companyId): TurnSource => {
      const source = {
        companyId,
        goOn() {
          if (!turns.take(source)) return;
          passed.push(companyId);
          now += 3;
        },
      };
      return source;
    });
    for (const source of sources) source.goOn();
    expect(passed).toEqual(['a', 'b']);
    await turn();
    expect(passed).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts at once after a pause', async () => {
    const turns = new CompanyTurns(new CountLimit(1));
    const source = { companyId: 'acme', goOn: () => undefined };
    for (let i = 0; i < 3; i++) {
      expect(turns.take(source)).toBe(true);
      expect(turns.take(source)).toBe(false);
      await turn();
      await turn();
    }
  });
});
