import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import {
  aFarmWithForms,
  aFormRecord,
  aRecording,
  FORM_RECORD,
  inParts,
  kept,
  mediaFiles,
  POINTS,
  type ProvisionedFarm,
} from '@furrow/testbed/farms';
import { type Client, fetch, type Json, System } from '@furrow/testbed/system';
import { sweepMedia } from '../harness/media-sweep.ts';
import { expectRefusal } from '../harness/refusal.ts';

const MB = 1_048_576;

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let photo: Buffer;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarmWithForms('acme'));
  ana = farm.as('ana');
  photo = await aPhoto();
});
afterAll(() => system?.stop());

const scouted = (over: Record<string, unknown> = {}) => aFormRecord(farm.ids.forms['scout']!, over);
const submit = (record: unknown, client = ana) => client.post(FORM_RECORD, record);
const inPieces = async (...parts: Parameters<typeof inParts>) =>
  ana.post(FORM_RECORD, undefined, await inParts(...parts));
const raw = (text: string | Buffer, headers: Record<string, string> = {}) =>
  ana.post(FORM_RECORD, undefined, {
    raw: Buffer.from(text),
    headers: { 'content-type': 'multipart/form-data; boundary=edge', ...headers },
  });
const part = (head: string, content: string) =>
  `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const grown = async (work: () => Promise<unknown>) => {
  const before = await kept(system);
  await work();
  const after = await kept(system);
  return Object.fromEntries(Object.entries(after).map(([what, count]) => [what, count - before[what]!]));
};
const ONE = { records: 1, media: 1, objects: 1, files: 1, observations: 0, done: 0 };

describe('a photo', () => {
  it('is returned with a URL that opens, without the metadata that the phone wrote', async () => {
    const record = scouted({ location: POINTS.n1, media: [{ field: 'picture', data: dataUrlOf(photo) }] });
    const { status, data } = await submit(record);
    expect({ status, data }).toMatchObject({
      status: 201,
      data: { locationSource: 'gps', media: [{ field: 'picture' }] },
    });
    const [{ url }] = data.media;
    const opened = await fetch(url);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await opened.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(photo.includes('Furrow was here')).toBe(true);
    expect(bytes.includes('Furrow was here') || bytes.includes('Exif')).toBe(false);
  });

  it('opens for everybody who has its link, and for nobody else', async () => {
    const { data } = await submit(scouted({ media: [{ field: 'picture', data: dataUrlOf(photo) }] }));
    const link = new URL(data.media[0].url);
    const without = async (...names: string[]) => {
      const url = new URL(link);
      for (const name of names) url.searchParams.delete(name);
      return (await fetch(url)).status;
    };
    expect([
      await without('signature'),
      await without('expires'),
      await without('signature', 'expires'),
    ]).toEqual([403, 403, 403]);
    expect((await ana.get(link.pathname)).status).toBe(403);
    link.searchParams.set('expires', '9999999999');
    expect((await fetch(link)).status).toBe(403);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('may be a %s', async (format) => {
    const { data } = await inPieces(scouted(), ['picture', await aPhoto(format)]);
    expect((await fetch(data.media[0].url)).headers.get('content-type')).toBe(`image/${format}`);
  });
});

describe('several media', () => {
  it('are returned in the order in which they were sent: photos, voice and signature', async () => {
    const [recording, png] = [aRecording(), await aPhoto('png')];
    const media = [
      { field: 'voice', data: dataUrlOf(recording, 'audio/wav') },
      { field: 'picture', data: dataUrlOf(photo) },
      { field: 'picture', data: dataUrlOf(png) },
      { field: 'signed', data: dataUrlOf(png) },
    ];
    const { status, data } = await submit(scouted({ media }));
    expect(status).toBe(201);
    expect(data.media.map(({ field }: Json) => field)).toEqual(media.map(({ field }) => field));
    const types = await Promise.all(
      data.media.map(async ({ url }: Json) => (await fetch(url)).headers.get('content-type')),
    );
    expect(types).toEqual(['audio/wav', 'image/jpeg', 'image/png', 'image/png']);
    expect(Buffer.from(await (await fetch(data.media[0].url)).arrayBuffer())).toEqual(recording);
  });

  it('may be partly in the JSON and partly beside it', async () => {
    const record = scouted({ media: [{ field: 'voice', data: dataUrlOf(aRecording()) }] });
    const { status, data } = await inPieces(record, ['picture', photo]);
    expect({ status, fields: data.media.map(({ field }: Json) => field) }).toEqual({
      status: 201,
      fields: ['voice', 'picture'],
    });
  });

  it('are the evidence of a task', async () => {
    const record = aFormRecord(farm.ids.forms['spray']!, {
      values: { litres: 2 },
      taskId: farm.ids.tasks['anas'],
    });
    expect(await inPieces(record, ['proof', photo])).toMatchObject({
      ...{ status: 201, data: { task: { status: 'done' }, media: [{ field: 'proof' }] } },
    });
  });
});

describe('a multipart record', () => {
  it('equals the record with data URLs, in both directions', async () => {
    const record = scouted({ values: { trees: 2, note: 'Ñandú' }, location: POINTS.n1 });
    const whole = {
      ...record,
      media: [{ field: 'picture', data: dataUrlOf(photo, 'application/octet-stream') }],
    };
    let first: Json;
    expect(
      await grown(async () => {
        first = await submit(whole);
        const again = await inPieces(record, ['picture', photo]);
        expect([first.status, again.status]).toEqual([201, 200]);
        expect(withoutUrls(again.body)).toEqual(withoutUrls(first.body));
      }),
    ).toEqual(ONE);
    const other = scouted();
    expect((await inPieces(other, ['picture', photo])).status).toBe(201);
    const again = await submit({ ...other, media: [{ field: 'picture', data: dataUrlOf(photo) }] });
    expect(again.status).toBe(200);
    expect((await fetch(again.data.media[0].url)).status).toBe(200);
  });

  it('is a different record with another photo, or without one', async () => {
    const record = scouted();
    expect((await inPieces(record, ['picture', photo])).status).toBe(201);
    expect(
      await grown(async () => {
        expectRefusal(
          await inPieces(record, ['picture', await aPhoto('png')]),
          422,
          'B',
          'idempotency_key_reused',
        );
        expectRefusal(
          await inPieces(record, ['picture', photo], ['picture', photo]),
          422,
          'B',
          'idempotency_key_reused',
        );
        expectRefusal(await submit(record), 422, 'B', 'idempotency_key_reused');
      }),
    ).toEqual({ ...ONE, records: 0, media: 0, objects: 0, files: 0 });
  });

  it('may have its parts in any order, with or without file names and types', async () => {
    const note = 'ñ, ü and €: 日本';
    const value = async (id: string) =>
      (
        await system.sql<Json>(
          `SELECT form_values->>'note' AS note FROM forms.records WHERE record_id = $1`,
          [id],
        )
      )[0].note;
    const bytes = photo.toString('latin1');
    const heads = {
      plain: 'name="record"',
      typed: 'name="record"\r\nContent-Type: application/json',
      charset: 'name=record\r\nContent-Type: application/json; charset=UTF-8',
      file: 'name="record"; filename="record.json"\r\nContent-Type: application/json',
    };
    for (const head of Object.values(heads))
      for (const picture of [
        'name="picture"',
        'name="picture"; filename="a b.jpg"',
        'name="picture"; filename*=UTF-8\'\'%e2%82%ac.jpg\r\nContent-Type: image/jpeg',
      ]) {
        const json = Buffer.from(JSON.stringify(scouted({ values: { trees: 1, note } }))).toString('latin1');
        const text = `${part(picture, bytes)}${part(head, json)}--edge--\r\n`;
        const answer = await raw(Buffer.from(text, 'latin1'));
        expect({ status: answer.status, media: answer.data?.media.length, head }).toEqual({
          status: 201,
          media: 1,
          head,
        });
        expect(await value(answer.data.recordId)).toBe(note);
      }
  });

  it('may have an empty file field, as browsers send it', async () => {
    const empty = 'name="picture"; filename=""\r\nContent-Type: application/octet-stream';
    const answer = await raw(`${part(empty, '')}${part('name="record"', JSON.stringify(scouted()))}--edge--`);
    expect(answer).toMatchObject({ status: 201, data: { media: [] } });
  });

  it('may be compressed, or without a Content-Length', async () => {
    const text = `${part('name="record"', JSON.stringify(scouted()))}--edge--`;
    expect((await raw(gzipSync(text), { 'content-encoding': 'gzip' })).status).toBe(201);
    expectRefusal(await raw('no gzip', { 'content-encoding': 'gzip' }), 400, 'B', 'malformed_json');
    const status = await new Promise((resolve, reject) => {
      const headers = { ...ana.headers, 'content-type': 'multipart/form-data; boundary=edge' };
      const sent = request(system.url + FORM_RECORD, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      const pieces = part('name="record"', JSON.stringify(scouted())) + '--edge--';
      for (const letter of pieces) sent.write(letter);
      sent.end();
    });
    expect(status).toBe(201);
  });

  it('may contain a file of exactly 12 MB', async () => {
    const recording = (size: number) =>
      Buffer.concat([aRecording(), Buffer.alloc(size - aRecording().length, 128)]);
    const most = recording(12 * MB);
    expect((await inPieces(scouted(), ['voice', most])).status).toBe(201);
    expect((await submit(scouted({ media: [{ field: 'voice', data: dataUrlOf(most) }] }))).status).toBe(201);
    const more = recording(12 * MB + 1);
    expectRefusal(await inPieces(scouted(), ['voice', more]), 413, 'B', 'media_too_large', {
      field: 'media.voice',
    });
    const inJson = await submit(scouted({ media: [{ field: 'voice', data: dataUrlOf(more) }] }));
    expectRefusal(inJson, 413, 'B', 'media_too_large', { field: 'media.voice' });
  });
});

describe('one record sent 20 times at once', () => {
  it('is stored once, with its media once', async () => {
    const record = scouted({ location: POINTS.n1, values: { trees: 1, moth: { value: 1, severity: 2 } } });
    const whole = { ...record, media: [{ field: 'picture', data: dataUrlOf(photo) }] };
    let answers: Json[] = [];
    const growth = await grown(async () => {
      answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? submit(whole) : inPieces(record, ['picture', photo]))),
      );
    });
    expect(growth).toEqual({ ...ONE, observations: 1 });
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 19 }, () => 200),
      201,
    ]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(withoutUrls(body)))).size).toBe(1);
    expect((await fetch(answers[0].data.media[0].url)).status).toBe(200);
  });

  it('is stored as one of two contents when they differ', async () => {
    const record = scouted();
    const png = await aPhoto('png');
    let statuses: number[] = [];
    const growth = await grown(async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => inPieces(record, ['picture', i % 2 ? photo : png])),
      );
      statuses = answers.map(({ status }) => status).sort();
    });
    expect(growth).toEqual(ONE);
    expect(statuses).toEqual([200, 200, 200, 200, 201, 422, 422, 422, 422, 422]);
  });
});

describe('a failure half-way', () => {
  const nothing = { records: 0, media: 0, objects: 0, files: 0, observations: 0, done: 0 };

  it('leaves no media when the record cannot be stored', async () => {
    await system.sql('REVOKE INSERT ON forms.records FROM furrow_tenant');
    try {
      expect(
        await grown(async () =>
          expectRefusal(await inPieces(scouted(), ['picture', photo]), 500, 'B', 'internal'),
        ),
      ).toEqual(nothing);
    } finally {
      await system.sql('GRANT INSERT ON forms.records TO furrow_tenant');
    }
    expect((await inPieces(scouted(), ['picture', photo])).status).toBe(201);
  });

  it('leaves no record when its media cannot be stored, and a retry succeeds later', async () => {
    const other = await system.provision(aFarmWithForms('other'));
    const folder = join(system.home, 'media', other.ids.companyId);
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, 'in the way');
    const record = aFormRecord(other.ids.forms['scout']!);
    const send = async () =>
      other.as('ana').post(FORM_RECORD, undefined, await inParts(record, ['picture', photo]));
    try {
      // Media that could not be written cannot be removed either: their entries wait for the sweep.
      const growth = await grown(async () => expectRefusal(await send(), 503, 'B', 'overloaded'));
      expect(growth).toEqual({ ...nothing, objects: 1 });
      expect(await sweepMedia(system, 0)).toEqual({ removed: 0, failed: 1 });
    } finally {
      await rm(folder);
    }
    expect((await send()).status).toBe(201);
    expect(await sweepMedia(system, 0)).toEqual({ removed: 1, failed: 0 });
  });
});

describe('a developer with curl', () => {
  const curl = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('curl', ['-sS', '-w', '\n%{http_code}', ...args], {
      maxBuffer: 8 * MB,
    });
    const [, text, status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
    return { status: Number(status), data: JSON.parse(text ?? '').data };
  };

  it('receives the sector and a photo that opens, by data URL and by multipart', async () => {
    const file = join(system.home, 'forms.json');
    await writeFile(file, JSON.stringify(aFarmWithForms('curl')));
    const ids = await system.furrow<Json>('apply', file);
    const { jwt } = await system.furrow<Json>('jwt', '--idp-id', 'idp|curl-ana');
    const bearer = ['-H', `Authorization: Bearer ${jwt}`];
    const picture = join(system.home, 'photo.jpg');
    await writeFile(picture, photo);
    const record = () => aFormRecord(ids.forms.scout, { location: POINTS.n1 });
    const body = join(system.home, 'body.json');
    await writeFile(
      body,
      JSON.stringify({ ...record(), media: [{ field: 'picture', data: dataUrlOf(photo) }] }),
    );
    const url = system.url + FORM_RECORD;
    const answers = [
      await curl(...bearer, '-H', 'Content-Type: application/json', '--data-binary', `@${body}`, url),
      await curl(...bearer, '-F', `record=${JSON.stringify(record())}`, '-F', `picture=@${picture}`, url),
      await curl(
        ...bearer,
        '-F',
        `picture=<${picture}`,
        '-F',
        `record=${JSON.stringify(record())};type=application/json`,
        url,
      ),
    ];
    for (const { status, data } of answers) {
      expect({ status, data }).toMatchObject({
        ...{
          status: 201,
          data: { locationSource: 'gps', sectorId: ids.sectors['north/n1'], media: [{ field: 'picture' }] },
        },
      });
      const opened = await fetch(data.media[0].url);
      expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });
});

it('the media store contains exactly the files that records refer to', async () => {
  const rows = await system.sql<Json>('SELECT media_key FROM forms.record_media ORDER BY 1');
  expect(rows.map(({ media_key }) => media_key)).toEqual((await mediaFiles(system)).sort());
  const unkept = await system.sql<Json>('SELECT key FROM media.objects WHERE NOT kept');
  expect(unkept).toEqual([]);
});

function withoutUrls(body: Json): Json {
  return { ...body, data: { ...body.data, media: body.data.media.map(({ field }: Json) => field) } };
}
