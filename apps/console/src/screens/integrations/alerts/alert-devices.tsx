import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Alert, AlertDevice } from '../../../api/types.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { Answered } from '../../../parts/answered.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { When } from '../../../parts/when.tsx';
import { useAlertDevices } from './alert-query.ts';
import { AlertState } from './alert-state.tsx';

const FEW = 4;

/** The states of a rule's devices, and which of them are not evaluated for now. */
export function AlertDevices({ of: { key, devices, counts, setAside } }: { readonly of: Alert }) {
  const { t } = useLingui();
  const [isWhole, showWhole] = useState(false);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return <p>{t`No device is active there, so none can be watched.`}</p>;
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
          {t`State of each device`} ({total})
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
  const { timezone } = useCompany();
  return (
    <ul className="standings">
      {devices.map(({ deviceId, state, since, flapped, setAsideUntil }) => (
        <li key={deviceId}>
          <strong>{deviceId}</strong> <AlertState state={state} />{' '}
          <small>
            <When at={since} timeZone={timezone} />
          </small>
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
                Not watched until <When at={setAsideUntil} timeZone={timezone} />.
              </Trans>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
