import { describe, expect, it } from '@jest/globals';
import type { DeliveryDispatcher } from '../../application/deliveries/delivery-dispatcher.ts';
import type { DeliveryQueue } from '../../application/ports.ts';
import { WebhookDeliveryJob } from './webhook-delivery-job.ts';

describe('the sending of webhooks', () => {
  it('reads on what is committed while deliveries are claimed for long', async () => {
    const claiming = Promise.withResolvers<undefined>();
    const readOn = Promise.withResolvers<undefined>();
    let reads = 0;
    const fanOut = () => {
      if (++reads === 4) readOn.resolve(undefined);
      return Promise.resolve({ events: 1, deliveries: 1 });
    };
    const queue = { fanOut, sweep: () => Promise.resolve(0) } as unknown as DeliveryQueue;
    const dispatcher = { fill: () => claiming.promise, stop: () => Promise.resolve() };
    const job = new WebhookDeliveryJob(queue, dispatcher as unknown as DeliveryDispatcher);
    job.onApplicationBootstrap();
    await readOn.promise;
    claiming.resolve(undefined);
    await job.beforeApplicationShutdown();
    expect(reads).toBeGreaterThanOrEqual(4);
  });
});
