import { wireNotifications } from '@furrow/notifications';
import type { Config } from '@furrow/config';
import { by } from '../acting.ts';
import type { SeasonFarm } from '../season-farm.ts';

const WEBHOOK = {
  url: 'https://erp.huerta-clara.example/furrow',
  events: ['pay_run.frozen', 'treatment.recorded', 'alert.raised'],
  description: 'Contabilidad: nóminas y tratamientos',
};

/** A webhook to the accountants, paused because nobody receives it. */
export async function addWebhook(farm: SeasonFarm, config: Config): Promise<void> {
  const { createWebhook, updateWebhook, listWebhooks } = wireNotifications(farm.database, farm.clock, config);
  farm.clock.set(farm.calendar.now);
  const known = await listWebhooks.execute(farm.companyId);
  if (known.some(({ state }) => state.url === WEBHOOK.url)) return;
  await by(farm.user('clara'), async () => {
    const { webhook } = await createWebhook.execute(farm.companyId, WEBHOOK);
    await updateWebhook.execute(farm.companyId, webhook.state.webhookId, { status: 'paused' });
  });
}
