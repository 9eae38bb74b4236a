import { describe, expect, it } from '@jest/globals';
import { aDecompressionBomb, dataUrlOf, SVG } from '@furrow/media/testing';
import { aRecording, FORM_RECORD, inParts } from '@furrow/testbed/farms';
import { expectInvalid, RefusedForms } from '../harness/farms/refused-forms.ts';
import { expectRefusal } from '../harness/refusal.ts';

const MB = 1_048_576;

const forms = RefusedForms.open();
const { scouted, valued, submit, inPieces } = forms;
const pictured = (field: string, data: unknown, more: object[] = []) =>
  scouted({ media: [{ field, data }, ...more] });

describe('media as data URLs: refuses', () => {
  it('data URLs that are malformed or truncated', async () => {
    const whole = dataUrlOf(forms.photo);
    for (const data of [
      '',
      'photo',
      'https://example.com/a.jpg',
      'data:image/png,x',
      whole.slice(0, -1),
      whole.slice(0, 40),
      `${whole}=`,
      `${whole.slice(0, 60)} ${whole.slice(61)}`,
    ])
      expectInvalid(await submit(pictured('picture', data)), 'media.picture');
    for (const data of [null, 7, {}]) expectInvalid(await submit(pictured('picture', data)), 'media[0].data');
  });

  it('media in fields that take none, or too many', async () => {
    const data = dataUrlOf(forms.photo);
    expectInvalid(await submit(pictured('note', data)), 'media.note');
    expectInvalid(await submit(pictured('stranger', data)), 'media.stranger');
    expectInvalid(await submit(pictured('signed', data, [{ field: 'signed', data }])), 'media.signed');
    expectInvalid(
      await submit(
        pictured(
          'picture',
          data,
          Array.from({ length: 10 }, () => ({ field: 'picture', data })),
        ),
      ),
      'media.picture',
    );
  });

  it('a medium of 13 MB', async () => {
    const answer = await submit(pictured('picture', dataUrlOf(Buffer.alloc(13 * MB, 1))));
    expectRefusal(answer, 413, 'B', 'media_too_large', { field: 'media.picture' });
    expect(answer.body.message).toMatch(/picture.*12 MB/);
  });

  it('media of more than 20 MB in total', async () => {
    const data = dataUrlOf(Buffer.alloc(8 * MB, 1));
    const answer = await submit(pictured('picture', data, [{ field: 'picture', data }]));
    expectRefusal(answer, 413, 'B', 'payload_too_large');
  });

  it('media whose bytes are of another type', async () => {
    const unsupported: [string, string][] = [
      ['picture', dataUrlOf(Buffer.from(SVG), 'image/png')],
      ['picture', dataUrlOf(Buffer.from('GIF89a'.padEnd(60, '\0')), 'image/png')],
      ['picture', dataUrlOf(forms.photo.subarray(0, forms.photo.length / 2))],
      ['picture', dataUrlOf(aDecompressionBomb(60_000, 60_000), 'image/png')],
      ['picture', dataUrlOf(aRecording())],
      ['signed', dataUrlOf(Buffer.from('%PDF-1.7'.padEnd(100, ' ')), 'image/png')],
      ['voice', dataUrlOf(forms.photo, 'audio/mpeg')],
    ];
    for (const [field, data] of unsupported)
      expectRefusal(await submit(pictured(field, data)), 415, 'B', 'unsupported_media', {
        field: `media.${field}`,
      });
  });

  it('all media when the last one is wrong', async () => {
    const record = pictured('picture', dataUrlOf(forms.photo), [
      { field: 'voice', data: dataUrlOf(forms.photo) },
    ]);
    expectRefusal(await submit(record), 415, 'B', 'unsupported_media', { field: 'media.voice' });
  });
});

describe('a multipart body', () => {
  const raw = (text: string | Buffer, type = 'multipart/form-data; boundary=edge') =>
    forms.ana.post(FORM_RECORD, undefined, { raw: Buffer.from(text), headers: { 'content-type': type } });
  const part = (head: string, content: string) => `--edge\r\n${head}\r\n\r\n${content}\r\n`;
  const named = (name: string, content: string) =>
    part(`Content-Disposition: form-data; name="${name}"`, content);

  it('must have exactly one part with the record', async () => {
    expectInvalid(await inPieces(undefined, ['picture', forms.photo]), 'record');
    expectInvalid(await inPieces(scouted(), ['record', JSON.stringify(scouted())]), 'record');
    expectInvalid(await inPieces(scouted(), ['record', forms.photo]), 'record');
    expectInvalid(await raw('--edge--\r\n'), 'record');
  });

  it('must contain the record as JSON, under the same rules as a JSON body', async () => {
    expectRefusal(await raw(`${named('record', '{')}--edge--`), 400, 'B', 'malformed_json');
    expectRefusal(
      await raw(Buffer.from(`${named('record', '{"a":"\u00ff"}')}--edge--`, 'latin1')),
      400,
      'B',
      'malformed_json',
    );
    expectInvalid(await raw(`${named('record', '[]')}--edge--`), 'body');
    expectInvalid(await inPieces(valued({ note: 'a\0b' })), 'values.note');
    expectInvalid(
      await inPieces(scouted({ location: { latitude: 91, longitude: 0 } }), ['stranger', forms.photo]),
      'location.latitude',
      'media.stranger',
    );
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['no boundary', 'record={}'],
    ['a part that never ends', `--edge\r\nContent-Disposition: form-data; name="record"\r\n\r\n{"formId":`],
    [
      'a file that never ends',
      `${named('record', '{}')}--edge\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\nabc`,
    ],
    ['a head that never ends', '--edge\r\nContent-Disposition: form-data; na'],
    ['a head that is none', '--edge\r\n\u0001\u0002\u0003\r\n\r\n{}\r\n--edge--'],
    ['a head without end', `--edge\r\nX: ${'x'.repeat(20_000)}\r\n\r\n{}\r\n--edge--`],
    ['a part without a name', `${part('Content-Disposition: form-data', '{}')}--edge--`],
    [
      'a charset nobody knows',
      `${part('Content-Disposition: form-data; name="record"\r\nContent-Type: text/plain; charset=klingon', '{}')}--edge--`,
    ],
  ])('is refused with %s', async (_what, text) => {
    expectRefusal(await raw(text), 400, 'B', 'malformed_multipart');
  });

  it('is refused without a boundary', async () => {
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; charset=utf-8',
    ])
      expectRefusal(await raw('--edge--', type), 400, 'B', 'malformed_multipart');
  });

  it('is refused with a file of 13 MB', async () => {
    for (const field of ['picture', 'stranger']) {
      const answer = await inPieces(scouted(), [field, Buffer.alloc(13 * MB, 1)]);
      expectRefusal(answer, 413, 'B', 'media_too_large', { field: `media.${field}` });
    }
  });

  it('is refused with more than 20 MB in total', async () => {
    const half = Buffer.alloc(11 * MB, 1);
    expectRefusal(
      await inPieces(scouted(), ['picture', half], ['picture', half]),
      413,
      'B',
      'payload_too_large',
    );
  });

  it('is refused with too many parts', async () => {
    const many = Array.from({ length: 101 }, (): [string, Buffer] => ['picture', forms.photo]);
    expectRefusal(await inPieces(scouted(), ...many), 413, 'B', 'payload_too_large');
    const nameless = part('Content-Type: text/plain', '').repeat(300);
    expectRefusal(await raw(`${nameless}--edge--`), 413, 'B', 'payload_too_large');
  });

  it('is refused with a file that is no photo, even under the name and type of a photo', async () => {
    const head =
      'Content-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png';
    const answer = await raw(`${named('record', JSON.stringify(scouted()))}${part(head, SVG)}--edge--`);
    expectRefusal(answer, 415, 'B', 'unsupported_media', { field: 'media.picture' });
    expectRefusal(await inPieces(scouted(), ['picture', Buffer.alloc(0)]), 415, 'B', 'unsupported_media', {
      field: 'media.picture',
    });
  });

  it('is refused where no files are expected', async () => {
    const answer = await forms.ana.post('/api/control/production/records', undefined, await inParts({}));
    expectRefusal(answer, 415, 'B', 'unsupported_media_type');
  });
});
