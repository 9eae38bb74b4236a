export { WebhookExists } from './errors.ts';
export { Webhook, type WebhookId, type WebhookState } from './webhook.ts';
