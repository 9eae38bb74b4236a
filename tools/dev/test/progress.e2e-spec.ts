import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProgress } from '../bootstrap/progress.mjs';

function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { written, isTTY, columns: 40, write };
}

describe('progress output', () => {
  it('is plain lines without a terminal', async () => {
    const out = stream(false);
    await expect(withProgress('Building', () => Promise.resolve(7), out)).resolves.toBe(7);
    expect(out.written).toEqual(['Building …\n', expect.stringMatching(/^Building … done in \d+\.\d s\n$/)]);
  });

  it('is one line on a terminal, with the progress, and never one that wraps', async () => {
    const out = stream(true);
    const seen = (part: string) => out.written.some((text) => text.includes(part));
    await withProgress(
      'Building',
      async (progress) => {
        progress(`built 3 ${'of very many '.repeat(9)}`);
        while (!seen('built 3')) await sleep(10);
      },
      out,
    );
    const [last, ...before] = out.written.toReversed();
    expect(last).toMatch(/^Building … done in \d+\.\d s\n$/);
    expect(before.filter((text) => text.includes('\n') || text.length > 40 + '\r\x1b[K'.length)).toEqual([]);
  });

  it('reports a failure', async () => {
    const out = stream(false);
    await expect(withProgress('Building', () => Promise.reject(new Error('no')), out)).rejects.toThrow('no');
    expect(out.written.at(-1)).toMatch(/^Building … stopped after \d+\.\d s\n$/);
  });
});
