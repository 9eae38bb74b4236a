import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { Metrics } from '@furrow/observability';
import type { Response } from 'express';
import { RestReads } from './rest-reads.ts';

const aResponse = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;

it('a company gets one answer after the other, and another company does not wait for it', async () => {
  const reads = new RestReads(new Metrics());
  const begun: string[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
  const read = (companyId: string) =>
    reads.use(companyId, aResponse(), async () => {
      begun.push(companyId);
      await over;
    });
  const all = ['acme', 'acme', 'acme', 'hill'].map(read);
  await new Promise(setImmediate);
  expect(begun).toEqual(['acme', 'hill']);
  end(undefined);
  await Promise.all(all);
  expect(begun).toEqual(['acme', 'hill', 'acme', 'acme']);
});
