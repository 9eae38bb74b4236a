import { Receiver } from '@furrow/notifications/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';

const HOOKS = '/api/control/webhooks';
const COMPANIES = 5;

let system: System;
const receivers: Receiver[] = [];
/** Answers 101, and keeps the connection open. */
let switching: Receiver;
/** Never answers. */
let silent: Receiver;
let good: Receiver;

beforeAll(async () => {
  switching = await Receiver.start(({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  );
  silent = await Receiver.start(() => undefined);
  good = await Receiver.start();
  receivers.push(switching, silent, good);
  const hosts = receivers.map(({ host }) => host).join();
  system = await System.start({ WEBHOOK_ALLOWED_HOSTS: hosts, WEBHOOK_RETRIES: '1s,1s,1s' });
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await system?.stop();
});

async function aHook(client: Client, { url }: Receiver): Promise<string> {
  const answer = await client.post(HOOKS, { url, events: ['worker.created'] });
  expect(answer.status).toBe(201);
  return answer.body.data.webhookId;
}

/** As many due deliveries as a webhook may have in flight. */
const queueMany = (webhookIds: readonly string[]) =>
  system.sql(
    `WITH queue AS (UPDATE notifications.delivery_queues SET due_at = now() WHERE webhook_id = ANY ($1) RETURNING *)
     INSERT INTO notifications.deliveries (company_id, webhook_id, delivery_id, type, body, next_at)
     SELECT company_id, webhook_id, 'evt_' || n, 'worker.created', '{}', now() FROM queue, generate_series(1, 64) AS n`,
    [webhookIds],
  );

const test = async (client: Client, webhookId: string): Promise<string> =>
  (await client.post(`${HOOKS}/${webhookId}/test`)).body.data.deliveryId;
const delivery = async (client: Client, webhookId: string, deliveryId: string): Promise<Json> =>
  (await client.get(`${HOOKS}/${webhookId}/deliveries`)).body.data.find(
    (each: Json) => each.deliveryId === deliveryId,
  );

it('receivers that answer 101 or nothing hold up no other company, and not the end of the process', async () => {
  const quick = await system.provision(aFarm('quick'));
  const hook = await aHook(quick.as('ada'), good);
  const slow: string[] = [];
  for (let company = 0; company < COMPANIES; company++) {
    const ada = (await system.provision(aFarm(`slow${company}`))).as('ada');
    for (let i = 0; i < 4; i++) slow.push(await aHook(ada, company < 2 ? switching : silent));
  }
  await queueMany(slow);
  await silent.has(64);
  const first = await test(quick.as('ada'), hook);
  await until('another company gets its event', () => good.ids.includes(first));

  // Every attempt is logged, and a receiver that recovers gets what waited.
  const other = (await system.provision(aFarm('other'))).as('ada');
  const changed = await aHook(other, switching);
  const waiting = await test(other, changed);
  const failed = await until('the attempt is logged', async () => {
    const found = await delivery(other, changed, waiting);
    return found?.attempts.length > 0 && found;
  });
  expect(failed.attempts[0]).toEqual({
    ...{ time: expect.any(String), duration: expect.any(Number) },
    ...{ status: 101, reason: 'answered 101: protocols are not switched' },
  });
  expect((await other.patch(`${HOOKS}/${changed}`, { url: good.url })).status).toBe(200);
  await until('it arrives', () => good.ids.includes(waiting));

  expect(silent.open).toBeGreaterThan(0);
  expect(await system.kill('SIGTERM')).not.toBe('SIGKILL');
  const claims = await system.sql(`SELECT FROM notifications.deliveries WHERE claim_id IS NOT NULL`);
  expect(claims).toEqual([]);
  await system.startAgain();
  const second = await test(quick.as('ada'), hook);
  await until('the next process sends, too', () => good.ids.includes(second));
});
