import { AllowedHosts, Destination } from '@furrow/notifications/domain';
import { expect, it } from '@jest/globals';
import { trustingReceiver, WEBHOOK } from './integration.ts';

it('the webhook of the season is accepted, whatever address its name has', () => {
  const config = { webhooks: { retriesMs: [1], allowedHosts: [] } };
  const destination = Destination.of(
    WEBHOOK.url,
    new AllowedHosts(trustingReceiver(config).webhooks.allowedHosts),
  );
  expect(() => destination.judge(['10.0.0.1'])).not.toThrow();
  expect(() => Destination.of(WEBHOOK.url, new AllowedHosts([])).judge(['10.0.0.1'])).toThrow('private');
});
