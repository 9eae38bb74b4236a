import { Plural, Trans } from '@lingui/react/macro';
import type { WebhookReplay } from '../../../api/types.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';

/** How far the last replay of a webhook is, or how it ended. */
export function ReplayProgress({ replay }: { readonly replay: WebhookReplay }) {
  const { when, ago } = useFormat();
  const { timezone } = useCompany();
  const now = useNow();
  const { status, replayed, since, readUpTo, nextAttemptAt } = replay;
  const from = when(since, timezone, now);
  const position = when(readUpTo ?? since, timezone, now);
  const next = ago(nextAttemptAt ?? now, now);
  return (
    <div className={status === 'set_aside' ? 'notice warn' : 'notice'} role="status" data-replay={status}>
      <p>
        <Plural value={replayed} one="# event is sent again." other="# events are sent again." />
      </p>
      <p>
        {status === 'running' && (
          <Trans>
            The replay began with {from} and has reached {position}. It continues without this page, and waits
            while the receiver has many pending deliveries.
          </Trans>
        )}
        {status === 'set_aside' && (
          <Trans>
            Reading past events failed several times, at {position}. The next attempt is {next}.
          </Trans>
        )}
        {status === 'completed' && <Trans>All events since {from} have been read.</Trans>}
        {status === 'cancelled' && (
          <Trans>The replay ended at {position}, because the webhook was paused.</Trans>
        )}
      </p>
    </div>
  );
}
