import { Trans, useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import { useCallback, useState } from 'react';
import { newId } from '@furrow/client';
import { useAnswer, useLedger, usePhone } from '../../app/phone-context.ts';
import type { Picker, Project } from '../../office/answers.ts';
import { pickerOf } from '../../office/resolve.ts';
import type { PhoneSession } from '../../phone/row.ts';
import { signal } from '../../scanner/signals.ts';
import { type Method, record, type Scan } from './counting.ts';
import { CameraView } from './camera-view.tsx';
import { Faces } from './faces.tsx';
import { LastRecords } from './last-records.tsx';
import { LastScan } from './last-scan.tsx';
import { NfcButton } from './nfc-button.tsx';
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
  const [pickers, badges, projects] = [useAnswer('pickers'), useAnswer('badges'), useAnswer('projects')];
  const repeatSeconds = repeatSecondsOf(projects.find(({ projectId }) => projectId === session.projectId));
  const [units, setUnits] = useState(1);
  const [scan, setScan] = useState<Scan>();
  useWakeLock();
  const tell = (done: Scan) => {
    signal(done.kind);
    setScan(done);
  };
  const count = async (picker: Picker, method: Method, code?: string) =>
    tell(
      await record(phone, session, picker, units, {
        method,
        repeatSeconds,
        ...(code !== undefined && { code }),
      }),
    );
  const take = useCallback(
    (code: string, method: Method) => {
      const picker = pickerOf(code, new Date().toISOString(), { pickers, badges });
      if (picker) void count(picker, method, code);
      else tell({ id: newId(), kind: 'unknown', code, method, atMs: Date.now() });
    },
    // The units and the session belong to the moment of the scan.
    // oxlint-disable-next-line react/exhaustive-deps
    [pickers, badges, units, session, phone, repeatSeconds],
  );
  useKeyScanner((code) => take(code, 'keyboard'));
  const total = ledger.totalOf(session.key);
  return (
    <>
      <SessionHeader session={session} units={total.units} onLeave={onLeave} />
      <LastScan scan={scan} onChoose={(picker) => void count(picker, 'manual', scan?.code)} />
      <Faces session={session} onChoose={(picker) => void count(picker, 'manual')} />
      <LastRecords session={session} />
      <section className="thumb" aria-label={t`Scan`}>
        <div className="ways">
          <CameraView onCode={(code) => take(code, 'qr')} />
          <NfcButton onCode={(code) => take(code, 'nfc')} />
        </div>
        <Units units={units} onChange={setUnits} />
        <ScanInput onCode={(code) => take(code, 'manual')} />
      </section>
    </>
  );
}

/** Within how many seconds a second record of a worker is told as repeated. */
function repeatSecondsOf(project: Project | undefined): number {
  const { repeatSeconds } = (project ?? {}) as { readonly repeatSeconds?: number | null };
  return repeatSeconds ?? 0;
}

function SessionHeader({ session, units, onLeave }: Props & { readonly units: number }) {
  const { t } = useLingui();
  return (
    <header className="session">
      <h1>{session.sectorName}</h1>
      <p className="total">
        <data data-testid="session-total" value={units}>
          {units}
        </data>{' '}
        <small>{session.unit ?? t`units`}</small>
      </p>
      <button type="button" onClick={onLeave}>
        <MapPin />
        <Trans>Change place</Trans>
      </button>
    </header>
  );
}
