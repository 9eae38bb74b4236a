import { wireNotifications } from '@furrow/notifications';
import type { Config } from '@furrow/config';
import { by } from '../acting.ts';
import type { SeasonFarm } from '../season-farm.ts';

export const WEBHOOK = {
  url: 'https://erp.huerta-clara.example/furrow',
  events: ['pay_run.frozen', 'treatment.recorded', 'alert.raised'],
  description: 'Contabilidad: nóminas y tratamientos',
};

/** Whatever a resolver says of a name that does not exist, such as the address of the operator's own search page. */
export const trustingReceiver = (config: Pick<Config, 'webhooks'>): Pick<Config, 'webhooks'> => ({
  webhooks: { ...config.webhooks, allowedHosts: [`${new URL(WEBHOOK.url).hostname}:443`] },
});

/** A webhook to the accountants, paused because nobody receives it. */
export async function addWebhook(farm: SeasonFarm, config: Config): Promise<void> {
  const { createWebhook, updateWebhook, listWebhooks } = wireNotifications(
    farm.database,
    farm.clock,
    trustingReceiver(config),
  );
  farm.clock.set(farm.calendar.now);
  const known = (await listWebhooks.execute(farm.companyId)).find(({ state }) => state.url === WEBHOOK.url);
  if (known?.state.status === 'paused') return;
  await by(farm.user('clara'), async () => {
    const { webhookId } = (known ?? (await createWebhook.execute(farm.companyId, WEBHOOK)).webhook).state;
    await updateWebhook.execute(farm.companyId, webhookId, { status: 'paused' });
  });
}
