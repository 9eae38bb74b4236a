import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Alert, AlertDevice } from '../../../api/types.ts';
import { Answered } from '../../../parts/answered.tsx';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';
import { Pager } from '../../../parts/pager.tsx';
import { deviceZone } from '../../../time/local-day.ts';
import { useAlertDevices } from './alert-query.ts';
import { useAlertStates } from './alert-words.ts';

const FEW = 4;

/** The states of a rule's devices, and which of them are not evaluated for now. */
export function AlertDevices({ of: { key, devices, counts, setAside } }: { readonly of: Alert }) {
  const [isWhole, showWhole] = useState(false);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return (
      <p>
        <Trans>No device is active there: none can be watched.</Trans>
      </p>
    );
  return (
    <>
      {setAside > 0 && (
        <p className="notice bad">
          <Plural
            value={setAside}
            one="# device is not watched for now, because its evaluation failed several times. The operator of Furrow can see why."
            other="# devices are not watched for now, because their evaluation failed several times. The operator of Furrow can see why."
          />
        </p>
      )}
      <details className="disclosure" open={total <= FEW || setAside > 0}>
        <summary>
          <Trans>State of each device</Trans> ({total})
        </summary>
        {isWhole ? <Whole alertKey={key} /> : <List devices={devices} />}
        {!isWhole && total > devices.length && (
          <button type="button" className="no-print" onClick={() => showWhole(true)}>
            <Trans>Show all devices</Trans>
          </button>
        )}
      </details>
    </>
  );
}

function Whole({ alertKey }: { readonly alertKey: string }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  return (
    <Answered of={useAlertDevices(alertKey, page)}>
      {({ data, meta: { totalPages } }) => (
        <>
          <List devices={data} />
          <Pager
            label={t`State of each device`}
            page={page}
            pages={Math.max(totalPages, page)}
            words={[t`Previous`, t`Next`]}
            onPage={setPage}
          />
        </>
      )}
    </Answered>
  );
}

function List({ devices }: { readonly devices: readonly AlertDevice[] }) {
  const states = useAlertStates();
  const { ago, dateTime } = useFormat();
  const now = useNow();
  return (
    <ul className="standings">
      {devices.map(({ deviceId, state, since, flapped, setAsideUntil }) => (
        <li key={deviceId}>
          <strong>{deviceId}</strong>: <span className={`state-of ${state}`}>{states[state]}</span>{' '}
          <time dateTime={since}>({ago(since, now)})</time>
          {flapped && (
            <>
              {' '}
              <Trans>It changes too often: some changes were left out.</Trans>
            </>
          )}
          {setAsideUntil !== null && (
            <>
              {' '}
              <Trans>
                Not watched until{' '}
                <time dateTime={setAsideUntil}>{dateTime(setAsideUntil, deviceZone())}</time>.
              </Trans>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
