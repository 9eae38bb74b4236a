import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, deflateSync, gzip } from 'node:zlib';
import { aDecompressionBomb, aPhoto, dataUrlOf, SVG } from '@furrow/media/testing';
import type { Sending } from '../client.ts';
import { multipartShapes } from '../cost/shapes/multipart.ts';
import { operations } from '../document.ts';
import { problemsOf } from '../inspect.ts';
import { type OwnRequest, ownRequests, sendingOf } from '../matrix/own-requests.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import type { Outcome } from './under-attack.ts';

const MB = 1_048_576;
/** Operations of a short run: those with body limits of their own. */
const FEW = ['workers_create', 'records_sync', 'forms_submit', 'token_issue'];
/** Above the limit of every body. */
const TOO_LARGE_MB = 21;
/** Of a malformed body: just below the limit of an ordinary one. */
const MALFORMED_BYTES = 900_000;

/** What is sent in place of a good body, and the statuses that may answer it. */
interface Heavy {
  readonly body: Uint8Array;
  readonly headers?: Sending['headers'];
  readonly statuses: readonly number[];
}

/** Excessive bodies for every operation that takes one. */
export class HeavyBodies {
  private constructor(
    private readonly companies: TwoCompanies,
    private readonly targets: readonly OwnRequest[],
  ) {}

  static async for(companies: TwoCompanies, quick: boolean): Promise<HeavyBodies> {
    const taking = operations().filter(
      ({ id, bodies }) => 'application/json' in bodies && (!quick || FEW.includes(id)),
    );
    const targets = taking.map(async (operation) => (await ownRequests(operation, companies))[0]);
    return new HeavyBodies(companies, await Promise.all(targets));
  }

  tooLarge(): Promise<Outcome> {
    const body = Buffer.alloc(TOO_LARGE_MB * MB, ' ');
    return this.#sendAll(() => [{ body, statuses: [413] }]);
  }

  /** @param megabytes after decompression */
  async bombs(megabytes: number): Promise<Outcome> {
    const zeros = Buffer.alloc(megabytes * MB, '0');
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    const encoded = {
      gzip: await promisify(gzip)(zeros, { level: 1 }),
      deflate: await promisify(deflate)(zeros, { level: 1 }),
      br: await promisify(brotliCompress)(zeros, quality),
    };
    return this.#sendAll(() =>
      Object.entries(encoded).map(([encoding, body]) => ({
        ...{ body, headers: { 'content-encoding': encoding }, statuses: [413] },
      })),
    );
  }

  /** A megabyte of structure: nesting, members, numbers without an end, and names such as __proto__. */
  structures(): Promise<Outcome> {
    const members = Array.from({ length: 60_000 }, (_, i) => `"m${i}":1`).join(',');
    const texts = [
      ...['['.repeat(900_000), '{"a":'.repeat(180_000), `{${members}}`, `{"values":{${members}}}`],
      `{"values":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
      ...[`{"notes":${'9'.repeat(900_000)}}`, `[${'0,'.repeat(400_000)}0]`],
      ...[`{"records":[${'{},'.repeat(900)}{}]}`, `{"${'k'.repeat(900_000)}":1}`],
      `{"notes":"${'\\u0000'.repeat(100_000)}"}`,
      ...['{"__proto__":{"toString":1}}', '{"constructor":{"prototype":{"companyId":"x"}}}'],
    ];
    const statuses = [200, 207, 400, 401, 404, 409, 413, 422];
    return this.#sendAll(() => texts.map((text) => ({ body: Buffer.from(text), statuses })));
  }

  /** Images that are small until decoded, for every operation that takes one. */
  async images(): Promise<Outcome> {
    const photo = await aPhoto('png');
    const sizes = [30_000, 65_535].map((edge) => [edge, edge] as const);
    const pictures = [
      ...[...sizes, [2 ** 31 - 1, 1] as const, [1, 2 ** 31 - 1] as const, [0, 0] as const].map((size) =>
        aDecompressionBomb(...size),
      ),
      ...[Buffer.from(SVG), laughs(), Buffer.from('GIF89a'), photo.subarray(0, photo.length / 2)],
      withTextBomb(photo),
    ];
    const statuses = [400, 413, 415];
    return this.#sendAll(({ operation: { id }, good }) => {
      const body = {
        workers_create: (data: string) => ({ ...good.body, photo: data }),
        forms_submit: (data: string) => ({ ...good.body, media: [{ field: 'picture', data }] }),
      }[id];
      const refusals = id === 'forms_submit' ? [...statuses, 422] : statuses;
      return (body ? pictures : []).map((picture, index) => ({
        body: Buffer.from(JSON.stringify(body?.(dataUrlOf(picture)))),
        // The last one is a picture nevertheless.
        statuses: index === pictures.length - 1 ? [...refusals, 200, 201] : refusals,
      }));
    });
  }

  /** Multipart bodies with too many parts, none, or parts that never end. */
  multipart(): Promise<Outcome> {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const plain = ['--x--', '', '-'.repeat(MALFORMED_BYTES)].map((text) => ({
      headers,
      body: Buffer.from(text),
    }));
    const shapes = multipartShapes().map(({ at, sizes }) => {
      const made = at(Math.min(MALFORMED_BYTES, sizes.at(-1) ?? 0));
      return { headers: Object.fromEntries(made.headers ?? []), body: made.body ?? Buffer.alloc(0) };
    });
    const bodies = [...plain, ...shapes].map((each) => ({ ...each, statuses: [400, 413] }));
    return this.#sendAll(({ operation }) => ('multipart/form-data' in operation.bodies ? bodies : []));
  }

  async #sendAll(heavy: (target: OwnRequest) => readonly Heavy[]): Promise<Outcome> {
    const problems: string[] = [];
    let tried = 0;
    for (const target of this.targets)
      for (const each of heavy(target)) {
        tried++;
        const { method, path } = target.operation;
        const found = await this.#problemsAt(target, each);
        problems.push(...found.map((problem) => `${method} ${path}: ${problem}`));
      }
    return { tried, problems };
  }

  async #problemsAt(target: OwnRequest, { statuses, ...more }: Heavy): Promise<string[]> {
    const { stage, rival } = this.companies;
    const { operation } = target;
    const sending = sendingOf(target, more);
    try {
      const answer = await stage.clients[operation.host].send(sending);
      const unexpected = statuses.includes(answer.status)
        ? []
        : [`it answered ${answer.status}, not ${statuses.join(' or ')}: ${answer.text.slice(0, 200)}`];
      return [...unexpected, ...problemsOf({ operation, sending, answer }, rival.secrets)];
    } catch (error) {
      return [`no answer: ${(error as Error).message}`];
    }
  }
}

/** An SVG with exponential entity expansion. */
function laughs(): Buffer {
  const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('');
  return Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a30;</text></svg>`,
  );
}

/** A valid PNG with a compressed text chunk of 100 MB. */
function withTextBomb(png: Buffer): Buffer {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100 * MB, 'a'))]);
  const chunk = Buffer.alloc(text.length + 12);
  chunk.writeUInt32BE(text.length, 0);
  chunk.write('zTXt', 4, 'latin1');
  text.copy(chunk, 8);
  const end = 8 + 25; // the signature and IHDR come first
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]);
}
