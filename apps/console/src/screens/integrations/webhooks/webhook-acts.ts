import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { Webhook } from '../../../api/types.ts';

const PATH = '/api/control/webhooks/{webhookId}';

const of = ({ webhookId }: Webhook) => ({ path: { webhookId } });

export const useTesting = (webhook: Webhook, then?: () => void) =>
  useChange('webhooks', () => bodyOf(furrow.POST(`${PATH}/test`, { params: of(webhook) })), then);

/** Pauses an active webhook, and resumes a paused one. */
export const useTurning = (webhook: Webhook) =>
  useChange('webhooks', () => {
    const status = webhook.status === 'active' ? 'paused' : 'active';
    return bodyOf(furrow.PATCH(PATH, { params: of(webhook), body: { status } }));
  });

export const useRotating = (webhook: Webhook) =>
  useChange('webhooks', () => bodyOf(furrow.POST(`${PATH}/rotate-secret`, { params: of(webhook) })));

export const useDeleting = (webhook: Webhook, then?: () => void) =>
  useChange('webhooks', () => bodyOf(furrow.DELETE(PATH, { params: of(webhook) })), then);
