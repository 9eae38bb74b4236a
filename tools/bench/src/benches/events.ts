import type { Bench, Scale } from '../bench.ts';
import { WebhookReceiver } from '../load/webhook-receiver.ts';
import { type Crew, openCrews } from '../stage/crews.ts';
import { HookedFarm } from '../stage/farms/hooked-farm.ts';
import type { RunningApi, Stage } from '../stage/stage.ts';
import { deliveries } from './events/deliveries.ts';
import { hookedSync, watchedIngest } from './events/hooked-work.ts';
import { watchfulRules } from './events/rules.ts';
import { listeners } from './events/listeners.ts';

const CREWS = 32;

export const events: Bench = {
  name: 'events',
  summary: 'webhooks, alerts and live events: latency, throughput, and their cost for other work',

  async run(whole: Stage, scale: Scale) {
    // A database of its own isolates its webhooks and rules, and its API may send to its receiver.
    const stage = await whole.beside('events');
    const receiver = await WebhookReceiver.start(stage);
    const api = await stage.startApi({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
    const crews = await openCrews(stage, api, 'hooked', CREWS);
    const company = { key: 'hooked', name: 'hooked', timezone: 'UTC' };
    const farm = await HookedFarm.open(stage, api, company, receiver.url);
    const delivered = await deliveries(stage, { api, crews, receiver }, scale);
    const sync = await hookedSync(stage, { api, farm, crew: crews[0] as Crew }, scale);
    const ingest = await watchedIngest(stage, api, receiver.url, scale);
    await api.stop();
    // A fresh API process, because the load of a busy one would hide what the streams cost.
    const live = await withNewApi(stage, (own) => listeners(stage, own, scale));
    const unwatched = await whole.beside('rules');
    const rules = await withNewApi(unwatched, (own) => watchfulRules(unwatched, own, scale));
    return [...delivered, sync, ingest, rules, ...live];
  },
};

async function withNewApi<T>(stage: Stage, measure: (api: RunningApi) => Promise<T>): Promise<T> {
  const api = await stage.startApi();
  try {
    return await measure(api);
  } finally {
    await api.stop();
  }
}
