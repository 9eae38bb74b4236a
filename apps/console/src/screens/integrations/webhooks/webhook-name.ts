import type { Webhook } from '../../../api/types.ts';

/** What the farm calls a webhook; without a description the host that it sends to. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description ?? new URL(url).host;
