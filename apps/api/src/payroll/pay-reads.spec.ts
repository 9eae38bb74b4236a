import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { Metrics } from '@furrow/observability';
import type { Response } from 'express';
import type { Streams } from '../http/streams.ts';
import { PayReads } from './pay-reads.ts';

const streams = {
  use: (_companyId: string, _response: Response, work: () => Promise<unknown>) => work(),
} as Streams;
const aResponse = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;

it('a company reads two drafts at once, and another company does not wait for it', async () => {
  const reads = new PayReads(streams, new Metrics());
  const reading: string[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
  const read = (companyId: string) =>
    reads.use(companyId, aResponse(), async () => {
      reading.push(companyId);
      await over;
    });
  const all = ['acme', 'acme', 'acme', 'hill'].map(read);
  await new Promise(setImmediate);
  expect(reading).toEqual(['acme', 'acme', 'hill']);
  end(undefined);
  await Promise.all(all);
  expect(reading).toEqual(['acme', 'acme', 'hill', 'acme']);
});
