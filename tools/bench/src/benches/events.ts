import type { Bench, Figure, Scale } from '../bench.ts';
import { WebhookReceiver } from '../load/webhook-receiver.ts';
import { type Crew, openCrews } from '../stage/crews.ts';
import { HookedFarm } from '../stage/hooked-farm.ts';
import type { Stage } from '../stage/stage.ts';
import { deliveries } from './events/deliveries.ts';
import { hookedSync, watchedIngest } from './events/hooked-work.ts';
import { idleHooks, watchfulRules } from './events/idle.ts';
import { listeners } from './events/listeners.ts';

const CREWS = 32;

export const events: Bench = {
  name: 'events',
  summary: 'webhooks, alerts and live events: how soon, how many, and what they cost everybody else',

  async run(whole: Stage, scale: Scale): Promise<Figure[]> {
    // Its webhooks and rules are nobody else's, and its API sends to its receiver.
    const stage = await whole.beside('events');
    const receiver = await WebhookReceiver.start(stage);
    process.env['WEBHOOK_ALLOWED_HOSTS'] = receiver.host;
    const api = await stage.startApi();
    const idle = await idleHooks(stage, api, scale);

    const crews = await openCrews(stage, api, 'hooked', CREWS);
    const company = { key: 'hooked', name: 'hooked', timezone: 'UTC' };
    const farm = await HookedFarm.open(stage, api, company, receiver.url);
    const delivered = await deliveries(stage, { api, crews, receiver }, scale);
    const sync = await hookedSync(stage, { api, farm, crew: crews[0] as Crew }, scale);
    const ingest = await watchedIngest(stage, api, receiver.url, scale);
    const live = await listeners(stage, api, scale);
    const rules = await watchfulRules(stage, api, scale);
    await Promise.all([receiver.stop(), api.stop()]);
    return [...delivered, sync, ingest, ...idle, rules, ...live];
  },
};
