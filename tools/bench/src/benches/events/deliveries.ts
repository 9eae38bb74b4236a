import { absolute, type Measurement, type Scale } from '../../bench.ts';
import { startOverload } from '../../load/loads.ts';
import type { WebhookReceiver } from '../../load/webhook-receiver.ts';
import { newRecord, paths } from '../../records.ts';
import { type Crew, hire } from '../../stage/crews.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const EVENTS_PER_SECOND = 200;
const STATEMENTS = 20;

/** The latency of webhook deliveries, and their throughput. */
export async function deliveries(
  stage: Stage,
  { api, crews, receiver }: { api: RunningApi; crews: readonly Crew[]; receiver: WebhookReceiver },
  { quick, rounds }: Scale,
): Promise<Measurement[]> {
  const latencies: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { p50, p99 } = await paced(stage, api, crews, receiver, quick ? 1 : 5);
    const rate = await burst(stage, crews, receiver, quick ? 100 : 4_000);
    stage.say(
      `${EVENTS_PER_SECOND} events/s arrive after ${p50} ms, 99 of 100 within ${p99} ms; ` +
        `${Math.round(rate).toLocaleString('en')} deliveries/s`,
    );
    latencies.push(p99);
    rates.push(rate);
  }
  return [
    absolute(`commit to receiver at ${EVENTS_PER_SECOND} events/s, p99`, 'ms', latencies, { atMost: 500 }),
    absolute('deliveries to one fast receiver', 'deliveries/s', rates, { atLeast: 1_000 }),
  ];
}

/** Makes records one by one, each of them an event. */
async function paced(
  stage: Stage,
  api: RunningApi,
  crews: readonly Crew[],
  receiver: WebhookReceiver,
  seconds: number,
) {
  await stage.checkpoint();
  const count = EVENTS_PER_SECOND * seconds;
  const requests = Array.from({ length: count }, (_, i) => {
    const crew = crews[i % crews.length] as Crew;
    return { jwt: crew.jwt, body: JSON.stringify(newRecord(crew, i)) };
  });
  const load = startOverload(stage);
  await receiver.begin();
  const order = { url: api.url.href, path: paths.single, rate: EVENTS_PER_SECOND, seconds, requests };
  const { made } = await load.ask(order);
  await load.stop();
  // On a busy machine some requests are refused.
  return receiver.until(made);
}

/** Makes many events at once. @returns deliveries per second, from the first to the last */
async function burst(stage: Stage, crews: readonly Crew[], receiver: WebhookReceiver, events: number) {
  const { companyId } = crews[0] as Crew;
  await stage.checkpoint();
  await receiver.begin();
  for (let i = 0; i < STATEMENTS; i++) await hire(stage, companyId, events / STATEMENTS);
  return events / (await receiver.until(events)).seconds;
}
