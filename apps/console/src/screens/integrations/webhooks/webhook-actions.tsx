import { Trans } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import type { Webhook } from '../../../api/types.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Confirmed } from '../../../parts/acts/confirmed.tsx';
import { useCompany } from '../../../app/signed-in.ts';
import { Secret } from '../../../parts/secret.tsx';
import { When } from '../../../parts/when.tsx';
import { useDeleting, useRotating, useTesting, useTurning } from './webhook-acts.ts';

/** Tests, pauses or deletes a webhook, or rotates its secret. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { url, status } = webhook;
  const [, goTo] = useLocation();
  const testing = useTesting(webhook);
  const turning = useTurning(webhook);
  const rotating = useRotating(webhook);
  const deleting = useDeleting(webhook, () => goTo('/integrations'));
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
              For 24 hours every event has two signatures, one with each secret, so that the receiver can
              change over at any time.
            </Trans>
          }
          by={rotating}
        />
        <Confirmed
          label={<Trans>Delete</Trans>}
          name={url}
          question={<Trans>The webhook sends nothing more, and its deliveries are deleted.</Trans>}
          by={deleting}
        />
      </div>
      <ActFailed error={testing.error ?? turning.error} />
      {testing.isSuccess && (
        <p className="notice" role="status">
          <Trans>The test is being sent; its delivery below shows the result.</Trans>
        </p>
      )}
      {rotating.data && <NewSecret {...rotating.data.data} />}
    </>
  );
}

function NewSecret({ secret, overlapsUntil }: { readonly secret: string; readonly overlapsUntil: string }) {
  const { timezone } = useCompany();
  return (
    <div className="made">
      <Secret value={secret} />
      <p>
        <Trans>
          The previous secret also signs until <When at={overlapsUntil} timeZone={timezone} />; after that
          only this one does.
        </Trans>
      </p>
    </div>
  );
}
