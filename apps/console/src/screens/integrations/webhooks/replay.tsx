import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../../parts/acts/act-form.tsx';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';
import { ReplayProgress } from './replay-progress.tsx';
import { isUnderWay, useReplay } from './webhook-query.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OLDEST_DAYS = 30;

/** The value of a datetime-local field, in this device's time zone. */
function localMinute(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Sends past events again, for a new receiver or one that lost some. */
export function Replay({ webhookId }: { readonly webhookId: string }) {
  const { t } = useLingui();
  const { fullInstant } = useFormat();
  const { timezone } = useCompany();
  const [since, setSince] = useState(() => localMinute(Date.now() - HOUR_MS));
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const last = useReplay(webhookId, isOpen);
  const replaying = useChange('webhooks', () =>
    bodyOf(
      furrow.POST('/api/control/webhooks/{webhookId}/replay', {
        params: { path: { webhookId } },
        body: { since: new Date(since).toISOString() },
      }),
    ),
  );
  return (
    <details className="disclosure no-print" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t`Send past events again …`}</summary>
      <ActForm onSubmit={() => replaying.mutate()}>
        <p className="wide">
          <Trans>
            All events of the chosen kinds are sent again with the same id, whether or not they arrived. A
            receiver that checks the id counts none twice. You can go back up to 30 days.
          </Trans>
        </p>
        <label>
          <span>{t`Since`}</span>
          <input
            type="datetime-local"
            required
            value={since}
            min={localMinute(now - OLDEST_DAYS * DAY_MS)}
            max={localMinute(now)}
            onChange={({ target }) => setSince(target.value)}
          />
          {/* The field is in the time zone of the device, the deliveries are in that of the company. */}
          {since !== '' && <small>{fullInstant(Date.parse(since), timezone)}</small>}
        </label>
        <button type="submit" className="primary" disabled={replaying.isPending || isUnderWay(last.data)}>
          <Trans>Replay</Trans>
        </button>
        <ActFailed error={replaying.error} />
        {last.data && <ReplayProgress replay={last.data} />}
      </ActForm>
    </details>
  );
}
