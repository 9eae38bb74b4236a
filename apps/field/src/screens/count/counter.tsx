import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import { useCallback, useState } from 'react';
import { newId } from '@furrow/client';
import { useAnswer, useLedger, usePhone } from '../../app/phone-context.ts';
import type { Picker } from '../../office/answers.ts';
import { pickerOf } from '../../office/resolve.ts';
import type { PhoneSession } from '../../phone/row.ts';
import { signal } from '../../scanner/signals.ts';
import { type Method, record, type Scan } from './counting.ts';
import { Faces } from './faces.tsx';
import { LastRecords } from './last-records.tsx';
import { LastScan } from './last-scan.tsx';
import { ScanInput } from './scan-input.tsx';
import { Units } from './units.tsx';
import { useKeyScanner } from './use-key-scanner.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface Props {
  readonly session: PhoneSession;
  readonly onLeave: () => void;
}

/** One scan is one record. */
export function Counter({ session, onLeave }: Props) {
  const { t } = useLingui();
  const phone = usePhone();
  const ledger = useLedger();
  const pickers = useAnswer('pickers');
  const [units, setUnits] = useState(1);
  const [scan, setScan] = useState<Scan>();
  useWakeLock();
  const tell = (done: Scan) => {
    signal(done.kind);
    setScan(done);
  };
  const count = async (picker: Picker, method: Method, code?: string) =>
    tell(await record(phone, session, picker, units, { method, ...(code !== undefined && { code }) }));
  const take = useCallback(
    (code: string, method: Method) => {
      const picker = pickerOf(code, pickers);
      if (picker) void count(picker, method, code);
      else tell({ id: newId(), kind: 'unknown', code, method, atMs: Date.now() });
    },
    // The units and the session belong to the moment of the scan.
    // oxlint-disable-next-line react/exhaustive-deps
    [pickers, units, session, phone],
  );
  useKeyScanner((code) => take(code, 'keyboard'));
  const total = ledger.totalOf(session.key);
  return (
    <>
      <header className="session">
        <h1>{session.sectorName}</h1>
        <p className="total">
          <data data-testid="session-total" value={total.units}>
            {total.units}
          </data>{' '}
          <small>{session.unit ?? t`units`}</small>
        </p>
        <button type="button" onClick={onLeave}>
          <MapPin />
          <Trans>Change place</Trans>
        </button>
      </header>
      <LastScan scan={scan} onChoose={(picker) => void count(picker, 'manual', scan?.code)} />
      <Faces session={session} onChoose={(picker) => void count(picker, 'manual')} />
      <LastRecords session={session} />
      <section className="thumb" aria-label={t`Scan`}>
        <Units units={units} onChange={setUnits} />
        <ScanInput onCode={(code) => take(code, 'manual')} />
      </section>
    </>
  );
}
