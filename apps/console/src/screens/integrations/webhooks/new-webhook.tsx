import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { ActForm } from '../../../parts/acts/act-form.tsx';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Secret } from '../../../parts/secret.tsx';
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

const NOTHING: WebhookDraft = { url: '', description: '', events: [] };

/** Creates a webhook, and shows the secret by which its receiver verifies requests. */
export function NewWebhook() {
  const { t } = useLingui();
  const [draft, setDraft] = useState(NOTHING);
  const making = useChange(
    'webhooks',
    ({ description, ...body }: WebhookDraft) =>
      bodyOf(
        furrow.POST('/api/control/webhooks', {
          body: { ...body, ...(description.trim() !== '' && { description: description.trim() }) },
        }),
      ),
    () => setDraft(NOTHING),
  );
  const made = making.data?.data;
  return (
    <details className="disclosure">
      <summary>{t`Create a webhook`}</summary>
      <ActForm onSubmit={() => making.mutate(draft)}>
        <WebhookFields draft={draft} onChange={setDraft} />
        <button
          type="submit"
          className="primary"
          disabled={making.isPending || draft.events.length === 0}
          aria-describedby="new-webhook-needs"
        >
          <Trans>Create</Trans>
        </button>
        {draft.events.length === 0 && <p id="new-webhook-needs">{t`Choose at least one event.`}</p>}
        <ActFailed error={making.error} />
      </ActForm>
      {made && (
        <div className="made">
          <p>
            <Trans>
              The webhook is created and sends events from now on. Its receiver verifies them with this
              secret.
            </Trans>{' '}
            <Link href={`/integrations/${made.webhookId}`}>{t`Open it, and send a test`}</Link>
          </p>
          <Secret value={made.secret} />
        </div>
      )}
    </details>
  );
}
