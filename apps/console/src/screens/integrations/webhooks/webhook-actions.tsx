import { Trans } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { Webhook } from '../../../api/types.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Confirmed } from '../../../parts/acts/confirmed.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Secret } from '../../../parts/secret.tsx';
import { deviceZone } from '../../../time/local-day.ts';

const PATH = '/api/control/webhooks/{webhookId}';

/** Tests, pauses or deletes a webhook, or rotates its secret. */
export function WebhookActions({ webhook: { webhookId, url, status } }: { readonly webhook: Webhook }) {
  const [, goTo] = useLocation();
  const params = { path: { webhookId } };
  const testing = useChange('webhooks', () => bodyOf(furrow.POST(`${PATH}/test`, { params })));
  const turning = useChange('webhooks', () =>
    bodyOf(furrow.PATCH(PATH, { params, body: { status: status === 'active' ? 'paused' : 'active' } })),
  );
  const rotating = useChange('webhooks', () => bodyOf(furrow.POST(`${PATH}/rotate-secret`, { params })));
  const deleting = useChange(
    'webhooks',
    () => bodyOf(furrow.DELETE(PATH, { params })),
    () => goTo('/integrations'),
  );
  return (
    <>
      <div className="actions no-print">
        <button
          type="button"
          disabled={testing.isPending || status !== 'active'}
          onClick={() => testing.mutate()}
        >
          <Trans>Send a test</Trans>
        </button>
        <button type="button" disabled={turning.isPending} onClick={() => turning.mutate()}>
          {status === 'active' ? <Trans>Pause</Trans> : <Trans>Resume</Trans>}
        </button>
        <Confirmed
          label={<Trans>New secret</Trans>}
          name={url}
          question={
            <Trans>
              For 24 hours every event has two signatures, with the old secret and with the new one, so that
              the receiver can change over at any time.
            </Trans>
          }
          by={rotating}
        />
        <Confirmed
          label={<Trans>Delete</Trans>}
          name={url}
          question={<Trans>Nothing more is sent, and its deliveries are deleted.</Trans>}
          by={deleting}
        />
      </div>
      <ActFailed error={testing.error ?? turning.error} />
      {testing.isSuccess && (
        <p className="notice" role="status">
          <Trans>A test is on its way; its delivery below shows the result.</Trans>
        </p>
      )}
      {rotating.data && <NewSecret {...rotating.data.data} />}
    </>
  );
}

function NewSecret({ secret, overlapsUntil }: { readonly secret: string; readonly overlapsUntil: string }) {
  const { dateTime } = useFormat();
  const until = dateTime(overlapsUntil, deviceZone());
  return (
    <div className="made">
      <Secret value={secret} />
      <p>
        <Trans>The previous secret also signs until {until}; after that only this one does.</Trans>
      </p>
    </div>
  );
}
