import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { hasCheckCharacter } from '@furrow/workforce/domain';
import { describeWith } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const SHEET = '/api/control/badges/sheet';
const MM = 72 / 25.4;

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('sheet'));
  ana = farm.as('ana');
});
afterAll(() => system?.stop());

async function print(client: Client, body: object): Promise<Buffer> {
  const response = await globalThis.fetch(client.url + SHEET, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { ...client.headers, 'content-type': 'application/json' },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await response.arrayBuffer());
}

const codesOf = async (worker: Json): Promise<string[]> =>
  (await ana.get(`/api/control/badges?workerId=${worker.id}`)).data.map(({ code }: Json) => code);

/** Renders each page, and reads every QR code on it. */
function scanned(pdf: Buffer): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-badges-'));
  try {
    writeFileSync(join(folder, 'sheet.pdf'), pdf);
    run('pdftoppm', ['-r', '150', '-png', join(folder, 'sheet.pdf'), join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'));
    return pages.sort().map((page) =>
      run('zbarimg', ['--raw', '-q', '-Sdisable', '-Sqrcode.enable', join(folder, page)])
        .trimEnd()
        .split('\n'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

describe('a sheet of badges', () => {
  it('gives each worker without a badge one, once', async () => {
    const [one, two] = [await farm.worker(ana), await farm.worker(ana)];
    await ana.put('/api/control/badges/own', { workerId: two.id });
    for (let turn = 0; turn < 2; turn++) await print(ana, { workerIds: [one.id, two.id.toUpperCase()] });
    const [given, kept] = [await codesOf(one), await codesOf(two)];
    expect(kept).toEqual(['own']);
    expect(given).toEqual([expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/)]);
    expect(hasCheckCharacter(given[0]!)).toBe(true);
  });

  it('is refused for unknown workers, and then nobody gets one; and to other roles', async () => {
    const worker = await farm.worker(ana);
    const nobody = '0198c0de-0000-7000-8000-000000000001';
    expectRefusal(await ana.post(SHEET, { workerIds: [worker.id, nobody] }), 404, 'B', 'worker_not_found');
    expect(await codesOf(worker)).toEqual([]);
    for (const workerIds of [[], Array(201).fill(worker.id), undefined]) {
      const wrong = await ana.post(SHEET, { workerIds, lang: 'de' });
      expect([wrong.status, wrongFields(wrong)]).toEqual([400, ['lang', 'workerIds']]);
    }
    expectRefusal(await farm.as('gus').post(SHEET, { workerIds: [worker.id] }), 403, 'B', 'forbidden');
  });
});

describeWith('zbar-tools', 'printed badges', () => {
  describeWith('poppler-utils', 'rendered', () => {
    it('are eight on a page of A4, and a reader reads the code of each and nothing else', async () => {
      const photo = dataUrlOf(await aPhoto());
      const workers = [];
      for (let count = 0; count < 10; count++)
        workers.push(await farm.worker(ana, count % 2 ? { photo } : { last_name: 'De La Peña y Núñez' }));
      const longest = `https://farm.example/${'~'.repeat(43)}`;
      await ana.put(`/api/control/badges/${encodeURIComponent(longest)}`, { workerId: workers[0]!.id });
      const pdf = await print(ana, { workerIds: workers.map(({ id }) => id), lang: 'es' });
      const codes = (await Promise.all(workers.map(codesOf))).flat();
      expect(codes[0]).toBe(longest);
      const pages = scanned(pdf);
      expect(pages.map((page) => page.sort())).toEqual([codes.slice(0, 8).sort(), codes.slice(8).sort()]);
    });

    it('are cards of 54 × 86 mm', async () => {
      const pdf = await print(ana, { workerIds: [(await farm.worker(ana)).id] });
      const folder = mkdtempSync(join(tmpdir(), 'furrow-badges-'));
      writeFileSync(join(folder, 'sheet.pdf'), pdf);
      expect(run('pdfinfo', [join(folder, 'sheet.pdf')])).toMatch(/Page size: +841.89 x 595.28 pts \(A4\)/);
      // The outline of the only card, at one pixel per point.
      run('pdftoppm', ['-r', '72', '-gray', join(folder, 'sheet.pdf'), join(folder, 'page')]);
      const { width, height } = inkOf(
        join(
          folder,
          readdirSync(folder).find((name) => name.endsWith('.pgm'))!,
        ),
      );
      rmSync(folder, { recursive: true });
      expect(Math.abs(width - 54 * MM)).toBeLessThan(2);
      expect(Math.abs(height - 86 * MM)).toBeLessThan(2);
    });
  });
});

/** The size of what is not white in a grey picture, in pixels. */
function inkOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  const [, columns, rows] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(
    bytes.toString('latin1', 0, 64),
  ) as RegExpExecArray;
  const [width, height] = [Number(columns), Number(rows)];
  const pixels = bytes.subarray(bytes.length - width * height);
  const inked = [...pixels.entries()].filter(([, grey]) => grey < 250).map(([at]) => at);
  const xs = inked.map((at) => at % width);
  const ys = inked.map((at) => Math.floor(at / width));
  const span = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), 0) -
    values.reduce((least, value) => Math.min(least, value), Infinity) +
    1;
  return { width: span(xs), height: span(ys) };
}
