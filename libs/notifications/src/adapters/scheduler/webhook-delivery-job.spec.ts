import { describe, expect, it } from '@jest/globals';
import type { BackgroundJob, BackgroundJobs } from '@furrow/jobs';
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
      return Promise.resolve({ acts: 1, deliveries: 1, isMore: false });
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
    const pauses: number[] = [];
    const over = Promise.withResolvers<undefined>();
    const wait = (milliseconds: number) => {
      pauses.push(milliseconds);
      if (pauses.length === 70) over.resolve(undefined);
      return new Promise(setImmediate);
    };
    let reads = 0;
    // The seventh read is the only one that finds an event.
    const fanOut = () => Promise.resolve({ acts: ++reads === 7 ? 1 : 0, deliveries: 0, isMore: false });
    const queue = { fanOut } as unknown as DeliveryQueue;
    const dispatcher = { fill: () => Promise.resolve(), stop: () => Promise.resolve() };
    const jobs = {
      candidateFor: () => ({ isLeader: true }),
      add: () => undefined,
    } as unknown as BackgroundJobs;
    const job = new WebhookDeliveryJob(queue, dispatcher as unknown as DeliveryDispatcher, jobs, wait);
    job.onApplicationBootstrap();
    await over.promise;
    await job.beforeApplicationShutdown();
    expect(pauses.slice(0, 70)).toEqual([
      ...Array.from({ length: 7 }, () => 500),
      ...Array.from({ length: 45 }, () => 100),
      ...Array.from({ length: 18 }, () => 500),
    ]);
    expect(reads).toBeGreaterThanOrEqual(69);
  });

  it('sweeps slice by slice until nothing is left, but not without end', async () => {
    const sweeps = new Map<string, () => Promise<unknown>>();
    const jobs = {
      candidateFor: () => ({ isLeader: false }),
      add: ({ name, run }: BackgroundJob) => sweeps.set(name, run),
    } as unknown as BackgroundJobs;
    let left = 7;
    let slices = 0;
    const sweep = () => {
      slices++;
      return Promise.resolve(left > 0 ? left-- : 0);
    };
    const dispatcher = { fill: () => Promise.resolve(), stop: () => Promise.resolve() };
    const queue = { sweep } as unknown as DeliveryQueue;
    new WebhookDeliveryJob(queue, dispatcher as unknown as DeliveryDispatcher, jobs);
    await sweeps.get('delivery sweep')?.();
    expect([left, slices]).toEqual([0, 8]);
    [left, slices] = [1_000_000, 0];
    await sweeps.get('delivery sweep')?.();
    expect(slices).toBe(100);
  });

  it('sends what is due also where another process reads the events', async () => {
    const filled = Promise.withResolvers<undefined>();
    let reads = 0;
    const fanOut = () => Promise.resolve({ acts: ++reads, deliveries: 0, isMore: false });
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
