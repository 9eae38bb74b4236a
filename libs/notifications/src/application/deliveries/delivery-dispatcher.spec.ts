import { setImmediate } from 'node:timers/promises';
import { FixedClock } from '@furrow/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Answer, RetrySchedule, SigningSecret } from '../../domain/index.ts';
import type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryQueue,
  DeliveryResult,
  SentRequest,
  WebhookSender,
} from '../ports.ts';
import { DeliveryDispatcher } from './delivery-dispatcher.ts';

/** Due deliveries of one company, returned within the limits of a claim. */
class ListedQueue implements DeliveryQueue {
  claims = 0;
  readonly recorded: DeliveryResult[] = [];
  readonly released: ClaimedDelivery[] = [];

  constructor(
    private readonly due: ClaimedDelivery[],
    private readonly turnsOf: { claim: number; record: number },
  ) {}

  async claim({ limit, perWebhook, webhooks }: ClaimRequest): Promise<ClaimedDelivery[]> {
    this.claims++;
    const inFlight = new Map(webhooks);
    await turns(this.turnsOf.claim);
    const claimed: ClaimedDelivery[] = [];
    for (const delivery of [...this.due]) {
      const count = inFlight.get(delivery.webhookId) ?? 0;
      if (claimed.length === limit || count >= perWebhook) continue;
      inFlight.set(delivery.webhookId, count + 1);
      claimed.push(...this.due.splice(this.due.indexOf(delivery), 1));
    }
    return claimed;
  }

  async record(results: readonly DeliveryResult[]): Promise<number> {
    this.recorded.push(...results);
    await turns(this.turnsOf.record);
    return 0;
  }

  fanOut = () => Promise.resolve({ acts: 0, deliveries: 0, isMore: false });
  takeUp = () => Promise.resolve(0);
  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await setImmediate();
    this.released.push(...deliveries);
  }

  sweep = () => Promise.resolve(0);
}

class CountingSender implements WebhookSender {
  open = 0;
  mostOpen = 0;

  constructor(private readonly turns: number) {}

  async send({ url }: SentRequest): Promise<Answer> {
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    await turns(this.turns);
    this.open--;
    return { status: url.includes('failing') ? 503 : 204, reason: null, duration: 1 };
  }
}

/** Of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

const secrets = [SigningSecret.make()];
const dueOf = (webhookId: string, count: number): ClaimedDelivery[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ companyId: 'c1', webhookId, deliveryId: `${webhookId}-${i}`, claimId: 'claim', failures: 0 },
    ...{ url: `https://${webhookId}.example.com/`, body: '{}', secrets },
  }));

function dispatching(due: ClaimedDelivery[], sender: WebhookSender, turnsOf = { claim: 1, record: 1 }) {
  const queue = new ListedQueue(due, turnsOf);
  const observer = { attempted: () => undefined, unrecorded: () => undefined };
  const clock = new FixedClock(new Date('2026-03-05T10:00:00Z'));
  const dispatcher = new DeliveryDispatcher(queue, sender, clock, new RetrySchedule([5_000]), observer);
  return { queue, dispatcher };
}

/** By default attempts take longer than claims, so that the last claim finds no room. */
async function dispatched(due: ClaimedDelivery[], { attempt = 10, claim = 1, record = 1 } = {}) {
  const sender = new CountingSender(attempt);
  const { queue, dispatcher } = dispatching(due, sender, { claim, record });
  await dispatcher.fill();
  await dispatcher.settled();
  return { queue, sender };
}

describe('a dispatcher', () => {
  it('claims until nothing is left, and stops asking when responses arrive', async () => {
    const { queue } = await dispatched(dueOf('quick', 30));
    expect(queue.recorded).toHaveLength(30);
    expect(queue.claims).toBe(2);
  });

  it('continues by itself with what did not fit', async () => {
    const { queue, sender } = await dispatched([...dueOf('quick', 200), ...dueOf('other', 10)]);
    expect(queue.recorded).toHaveLength(210);
    expect(sender.mostOpen).toBe(64 + 10);
  });

  it('continues by itself, however long claims, attempts and records take', async () => {
    const few = fc.integer({ min: 1, max: 8 });
    await fc.assert(
      fc.asyncProperty(few, few, few, async (claim, attempt, record) => {
        const { queue } = await dispatched(dueOf('quick', 200), { claim, attempt, record });
        expect(queue.recorded).toHaveLength(200);
      }),
    );
  });

  it('looks for the next delivery after a failure, because a failing receiver is sent one at a time', async () => {
    const { queue } = await dispatched(dueOf('failing', 1));
    expect(queue.recorded.map(({ consequence }) => consequence.status)).toEqual(['pending']);
    expect(queue.claims).toBeGreaterThan(2);
  });

  it('stops and releases its claims even if the transport never ends an aborted attempt', async () => {
    class DeafSender implements WebhookSender {
      send = () => new Promise<never>(() => undefined);
    }
    const due = dueOf('deaf', 3);
    const { queue, dispatcher } = dispatching([...due], new DeafSender());
    await dispatcher.fill();
    await dispatcher.stop(Promise.resolve(), () => turns(10));
    expect(queue.released).toEqual(due);
  });

  it('records an attempt that could not be made, and leaves nobody a slot short', async () => {
    class BrokenSender implements WebhookSender {
      send = () => Promise.reject(new Error('broken'));
    }
    const { queue, dispatcher } = dispatching(dueOf('broken', 2), new BrokenSender());
    await dispatcher.fill();
    await dispatcher.settled();
    expect(queue.recorded.map(({ attempt }) => [attempt.status, attempt.reason])).toEqual([
      ...[
        [null, 'the attempt could not be made'],
        [null, 'the attempt could not be made'],
      ],
    ]);
    expect(dispatcher.inFlight).toBe(0);
  });
});
