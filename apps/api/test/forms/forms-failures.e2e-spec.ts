import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { until } from '@furrow/testbed';
import {
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  FORMS,
  inParts,
  kept,
  mediaFiles,
  type ProvisionedFarm,
} from '@furrow/testbed/farms';
import { type Client, fetch, type Json, System } from '@furrow/testbed/system';
import { sweepMedia } from '../harness/media-sweep.ts';

const MB = 1_048_576;
/** A part of a body, which every client sends. */
const BYTES = Buffer.alloc(4 * MB, 1);

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let photo: Buffer;

beforeAll(async () => {
  system = await System.start();
  farm = await system.provision(aFarmWithForms('acme'));
  ana = farm.as('ana');
  photo = await aPhoto('jpeg', { width: 640, height: 480 });
});
afterAll(() => system?.stop());

const scouted = (over: Record<string, unknown> = {}) => aFormRecord(farm.ids.forms['scout']!, over);

/** Announces a body, sends part of it, and disconnects. */
function hangUpAfter(bytes: number, promised: number, type: string): Promise<void> {
  const { hostname, port } = new URL(system.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const head = {
        ...ana.headers,
        host: hostname,
        'content-type': type,
        'content-length': String(promised),
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
      socket.write(`POST ${FORM_RECORD} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      const part = '--edge\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n';
      socket.write(part);
      socket.write(BYTES.subarray(0, bytes), () => {
        socket.destroy();
        resolve();
      });
    });
    socket.on('error', reject);
  });
}

describe('clients that hang up in the middle of an upload', () => {
  it.each(['multipart/form-data; boundary=edge', 'application/json'])(
    'leave nothing behind: %s',
    async (type) => {
      const before = await kept(system);
      const resident = await residentBytes();
      const uploads = () => Promise.all(Array.from({ length: 12 }, () => hangUpAfter(4 * MB, 12 * MB, type)));
      // In total many times the memory limit.
      for (let round = 0; round < 6; round++) await uploads();
      const { status } = await ana.post(FORM_RECORD, undefined, await inParts(scouted(), ['picture', photo]));
      expect(status).toBe(201);
      const after = await kept(system);
      expect(after['records']! - before['records']!).toBe(1);
      expect(after['objects']! - before['objects']!).toBe(1);
      // 288 MB were received; retained bodies would show as growth. Further uploads trigger the collection of garbage.
      await until('memory is given back', async () => {
        await uploads();
        return (await residentBytes()) < resident + 200 * MB;
      });
      expect(system.log).not.toMatch(/unexpected error/);
    },
  );
});

describe('a process that is killed in the middle of uploads', () => {
  it('keeps every acknowledged record and no record without its media; the sweep removes the rest', async () => {
    const acknowledged = new Set<string>();
    const sent = new Map<string, Json>();
    for (let round = 0; round < 2; round++) {
      let over = false;
      const phones = Array.from({ length: 6 }, async () => {
        while (!over) {
          const record = scouted();
          const key = record['clientRecordId'] as string;
          sent.set(key, record);
          const answer = await ana
            .post(FORM_RECORD, undefined, await inParts(record, ['picture', photo], ['picture', photo]))
            .catch(() => undefined);
          if (answer?.status === 201) acknowledged.add(key);
        }
      });
      const before = acknowledged.size;
      await until('some are acknowledged', () => acknowledged.size >= before + 3);
      await sleep(10 * round);
      await system.kill();
      over = true;
      await Promise.all(phones);
      await system.startAgain();
      ana = farm.as('ana');
    }
    expect(sent.size).toBeGreaterThan(acknowledged.size);

    const records = await system.sql<Json>(
      `
      SELECT r.client_record_id AS key, array_agg(m.media_key) AS media, bool_and(o.kept) AS kept
      FROM forms.records r
      LEFT JOIN forms.record_media m USING (company_id, record_id)
      LEFT JOIN media.objects o ON o.company_id = m.company_id AND o.key = m.media_key
      WHERE r.client_record_id = ANY ($1) GROUP BY 1`,
      [[...sent.keys()]],
    );
    const files = new Set(await mediaFiles(system));
    for (const { key, media, kept: isKept } of records)
      expect({ key, files: media.filter((name: string) => files.has(name)).length, isKept }).toEqual({
        key,
        files: 2,
        isKept: true,
      });
    const keys = new Set(records.map(({ key }) => key));
    expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([]);

    // A phone without an answer sends again, and gets its one record with readable media.
    for (const [key, record] of [...sent].filter(([key]) => !acknowledged.has(key))) {
      const answer = await ana.post(
        FORM_RECORD,
        undefined,
        await inParts(record, ['picture', photo], ['picture', photo]),
      );
      expect({ key, status: answer.status }).toEqual({ key, status: keys.has(key) ? 200 : 201 });
      expect((await fetch(answer.data.media[1].url)).status).toBe(200);
    }

    // It is less than a day old, so it may belong to a pending request.
    expect(await sweepMedia(system, 23)).toEqual({ removed: 0, failed: 0 });
    const orphans = await system.sql<Json>('SELECT key FROM media.objects WHERE NOT kept');
    expect(await sweepMedia(system, 25)).toEqual({ removed: orphans.length, failed: 0 });
    const { media, objects, files: left } = await kept(system);
    expect({ objects, left }).toEqual({ objects: media, left: media });
  });
});

it('the API still answers', async () => {
  expect((await ana.get(FORMS)).status).toBe(200);
  const data = dataUrlOf(photo);
  expect((await ana.post(FORM_RECORD, scouted({ media: [{ field: 'picture', data }] }))).status).toBe(201);
});

async function residentBytes(): Promise<number> {
  const { text } = await system.stranger.get('/metrics');
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}
