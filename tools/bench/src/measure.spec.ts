import { describe, expect, it } from '@jest/globals';
import type { Bench, Figure } from './bench.ts';
import { measure } from './measure.ts';
import type { Stage } from './stage/stage.ts';

const SCALE = { quick: true, rounds: 1, upTo: 1_000 };

/** A stage that counts how often it was cleared after a bench. */
function emptyStage() {
  let cleared = 0;
  const asSuperuser = () => Promise.resolve('18.1');
  const clear = () => {
    cleared++;
    return Promise.resolve();
  };
  const reportingAs = () => ({ clear });
  return { stage: { asSuperuser, reportingAs } as unknown as Stage, cleared: () => cleared };
}

function bench(name: string, run: () => Promise<Figure[]>): Bench {
  return { name, summary: 'it', run };
}

const figure = (name: string): Figure => ({
  ...{ bench: name, what: 'it', unit: 'ms', service: 1, against: null, ratio: null, target: { atMost: 2 } },
});
const good = (name: string) => bench(name, () => Promise.resolve([figure(name)]));
const names = (all: readonly { bench: string }[]) => all.map((each) => each.bench);

describe('measuring', () => {
  it('keeps the figures of the others when one fails, says why, and cleans up after each', async () => {
    const { stage, cleared } = emptyStage();
    const said: string[] = [];
    const around = { stopping: new AbortController().signal, say: (line: string) => said.push(line) };
    const broken = bench('broken', () => Promise.reject(new Error('no luck')));
    const { measured, failed } = await measure([good('one'), broken, good('two')], stage, SCALE, around);
    expect(names(measured)).toEqual(['one', 'two']);
    expect(failed).toEqual(['broken']);
    expect(said.join('\n')).toContain('broken failed: Error: no luck');
    expect(cleared()).toBe(3);
  });

  it('stops a bench that would never end', async () => {
    const { stage, cleared } = emptyStage();
    const stop = new AbortController();
    const endless = bench('endless', () => {
      stop.abort();
      return new Promise(() => undefined);
    });
    const around = { stopping: stop.signal, say: () => undefined };
    const { measured, failed } = await measure([good('one'), endless, good('two')], stage, SCALE, around);
    expect(names(measured)).toEqual(['one']);
    expect(failed).toEqual([]);
    expect(cleared()).toBe(2);
  });
});
