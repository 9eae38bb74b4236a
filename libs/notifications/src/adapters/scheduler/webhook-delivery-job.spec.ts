import { describe, expect, it } from '@jest/globals';
import type { BackgroundJobs } from '@furrow/platform';
import type { DeliveryDispatcher } from '../../application/deliveries/delivery-dispatcher.ts';
import type { DeliveryQueue } from '../../application/ports.ts';
import { WebhookDeliveryJob } from './webhook-delivery-job.ts';

describe('the delivery job', () => {
  it('keeps reading new events while claims take long', async () => {
    const claiming = Promise.withResolvers<undefined>();
    const readOn = Promise.withResolvers<undefined>();
    let reads = 0;
    const fanOut = () => {
      if (++reads === 4) readOn.resolve(undefined);
      return Promise.resolve({ events: 1, deliveries: 1 });
    };
    const queue = { fanOut, sweep: () => Promise.resolve(0) } as unknown as DeliveryQueue;
    const dispatcher = { fill: () => claiming.promise, stop: () => Promise.resolve() };
    const jobs = {
      candidateFor: () => ({ isLeader: true }),
      add: () => undefined,
    } as unknown as BackgroundJobs;
    const job = new WebhookDeliveryJob(queue, dispatcher as unknown as DeliveryDispatcher, jobs);
    job.onApplicationBootstrap();
    await readOn.promise;
    claiming.resolve(undefined);
    await job.beforeApplicationShutdown();
    expect(reads).toBeGreaterThanOrEqual(4);
  });

  it('reads the event log less often while nothing happens, and as often as before after an event', async () => {
    const beats: { readonly reads: boolean }[] = [];
    const over = Promise.withResolvers<undefined>();
    const isLeader = () => {
      beats.push({ reads: false });
      if (beats.length === 110) over.resolve(undefined);
      return true;
    };
    const fanOut = () => {
      beats[beats.length - 1] = { reads: true };
      return Promise.resolve({ events: beats.length === 31 ? 1 : 0, deliveries: 0 });
    };
    const dispatcher = { fill: () => Promise.resolve(), stop: () => Promise.resolve() };
    const jobs = {
      candidateFor: () => ({
        get isLeader() {
          return isLeader();
        },
      }),
      add: () => undefined,
    } as unknown as BackgroundJobs;
    const queue = { fanOut } as unknown as DeliveryQueue;
    const job = new WebhookDeliveryJob(queue, dispatcher as unknown as DeliveryDispatcher, jobs, 1);
    job.onApplicationBootstrap();
    await over.promise;
    await job.beforeApplicationShutdown();
    const readsOf = (from: number, to: number) => beats.slice(from, to).filter(({ reads }) => reads).length;
    expect([readsOf(0, 30), readsOf(30, 80), readsOf(80, 110)]).toEqual([6, 50, 6]);
  });

  it('sends what is due also where another process reads the events', async () => {
    const filled = Promise.withResolvers<undefined>();
    let reads = 0;
    const fanOut = () => Promise.resolve({ events: ++reads, deliveries: 0 });
    const queue = { fanOut } as unknown as DeliveryQueue;
    const dispatcher = {
      fill: () => {
        filled.resolve(undefined);
        return Promise.resolve();
      },
      stop: () => Promise.resolve(),
    };
    const jobs = {
      candidateFor: () => ({ isLeader: false }),
      add: () => undefined,
    } as unknown as BackgroundJobs;
    const job = new WebhookDeliveryJob(queue, dispatcher as unknown as DeliveryDispatcher, jobs);
    job.onApplicationBootstrap();
    await filled.promise;
    await job.beforeApplicationShutdown();
    expect(reads).toBe(0);
  });
});
