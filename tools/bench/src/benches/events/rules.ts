import { absolute, type Measurement, type Scale } from '../../bench.ts';
import { makeRules, sendReadings } from '../../stage/farms/many-hooks.ts';
import { consumption } from '../../stage/processor-time.ts';
import type { RunningApi, Stage } from '../../stage/stage.ts';

/** The cost of alert rules while their devices send; `background` measures what is idle. */
export async function watchfulRules(stage: Stage, api: RunningApi, { quick }: Scale): Promise<Measurement> {
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
  for (const [what, { core, transactions }] of Object.entries({
    'no alert rule': without,
    'all of them': having,
  }))
    stage.say(`${what}: ${core.toFixed(2)} % of one core, ${transactions.toFixed(1)} transactions/s`);
  const what = 'CPU of 10,000 alert rules, one per device, a reading a minute';
  return absolute(what, '% of one core', Math.max(0, having.core - without.core), { atMost: 5 });
}
