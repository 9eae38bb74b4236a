import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../../parts/acts/act-form.tsx';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { Webhook } from '../../../api/types.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

/** Changes the address, events or description of a webhook. */
export function EditWebhook({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui();
  const { webhookId, url, events } = webhook;
  const [draft, setDraft] = useState<WebhookDraft>({ url, events, description: webhook.description ?? '' });
  const changing = useChange('webhooks', ({ description, ...body }: WebhookDraft) =>
    bodyOf(
      furrow.PATCH('/api/control/webhooks/{webhookId}', {
        params: { path: { webhookId } },
        body: { ...body, description: description.trim() || null },
      }),
    ),
  );
  return (
    <details className="disclosure no-print">
      <summary>{t`Change address or events`}</summary>
      <ActForm onSubmit={() => changing.mutate(draft)}>
        <WebhookFields draft={draft} onChange={setDraft} />
        <button type="submit" className="primary" disabled={changing.isPending || draft.events.length === 0}>
          <Trans>Save</Trans>
        </button>
        <ActFailed error={changing.error} />
      </ActForm>
    </details>
  );
}
