import { Plural, Trans } from '@lingui/react/macro';
import type { WebhookReplay } from '../../../api/types.ts';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';
import { deviceZone } from '../../../time/local-day.ts';

/** How far the last replay of a webhook is, or how it ended. */
export function ReplayProgress({ replay }: { readonly replay: WebhookReplay }) {
  const { dateTime, ago } = useFormat();
  const now = useNow();
  const { status, replayed, since, readUpTo, nextAttemptAt } = replay;
  const from = dateTime(since, deviceZone());
  const place = dateTime(readUpTo ?? since, deviceZone());
  const next = ago(nextAttemptAt ?? now, now);
  return (
    <div className={status === 'set_aside' ? 'notice warn' : 'notice'} role="status" data-replay={status}>
      <p>
        <Plural value={replayed} one="# event is sent again." other="# events are sent again." />
      </p>
      <p>
        {status === 'running' && (
          <Trans>
            Under way since {from}, read up to {place}. It goes on without this page, and waits while the
            receiver has many deliveries before it.
          </Trans>
        )}
        {status === 'set_aside' && (
          <Trans>
            Past events could not be read several times; read up to {place}. It is tried again {next}.
          </Trans>
        )}
        {status === 'completed' && <Trans>Everything since {from} has been read.</Trans>}
        {status === 'cancelled' && <Trans>It ended at {place}, because the webhook was paused.</Trans>}
      </p>
    </div>
  );
}
