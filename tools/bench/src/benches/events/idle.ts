import type { Figure, Scale } from '../../bench.ts';
import { makeHooks, makeRules, sendReadings } from '../../stage/farms/many-hooks.ts';
import { type Consumption, consumption } from '../../stage/processor-time.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

const alone = { bench: 'events', against: null, ratio: null };

/** The cost of webhooks that have nothing to deliver. */
export async function idleHooks(stage: Stage, api: RunningApi, { quick }: Scale): Promise<Figure[]> {
  const [count, seconds] = quick ? [100, 2] : [10_000, 20];
  const without = await consumption(stage, api, seconds);
  await makeHooks(stage, count);
  const having = await consumption(stage, api, seconds);
  report(stage, 'no webhook', without);
  report(stage, `${count.toLocaleString('en')} webhooks`, having);
  return [
    {
      ...{
        ...alone,
        what: 'CPU of 10,000 idle webhooks, above none',
        unit: '% of one core',
      },
      ...{ service: Math.max(0, having.core - without.core), target: { atMost: 1 } },
    },
    {
      ...{ bench: 'events', what: '10,000 idle webhooks against none', unit: 'transactions/s' },
      ...{ service: having.transactions, against: without.transactions },
      ...{ ratio: having.transactions / without.transactions, target: { atMost: 1.1 } },
    },
  ];
}

/** The cost of alert rules while their devices send. */
export async function watchfulRules(stage: Stage, api: RunningApi, { quick }: Scale): Promise<Figure> {
  const [count, seconds] = quick ? [100, 2] : [10_000, 35];
  // Excludes work that a process does only at its start.
  await consumption(stage, api, quick ? 1 : 10);
  const without = await consumption(stage, api, quick ? 1 : 10);
  await makeRules(stage, count);
  const over = new AbortController();
  const sending = sendReadings(stage, over.signal);
  const having = await consumption(stage, api, seconds);
  over.abort();
  await sending;
  report(stage, 'no alert rule', without);
  report(stage, `${count.toLocaleString('en')} alert rules`, having);
  return {
    ...{
      ...alone,
      what: 'CPU of 10,000 alert rules, one per device, a reading a minute',
      unit: '% of one core',
    },
    ...{ service: Math.max(0, having.core - without.core), target: { atMost: 5 } },
  };
}

function report(stage: Stage, what: string, { core, transactions }: Consumption): void {
  stage.say(`${what}: ${core.toFixed(2)} % of one core, ${transactions.toFixed(1)} transactions/s`);
}
