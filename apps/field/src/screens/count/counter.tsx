import { useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import { useAnswer, useLedger } from '../../app/phone-context.ts';
import { useRecording } from '../../parts/use-recording.ts';
import type { PhoneSession } from '../../phone/row.ts';
import { CameraView } from './camera-view.tsx';
import { Faces } from './faces.tsx';
import { LastRecords } from './last-records.tsx';
import { LastScan } from './last-scan.tsx';
import { MeasureChoice, WeightInput } from './amount/measure-bar.tsx';
import { NfcButton } from './nfc-button.tsx';
import { ScanInput } from './scan-input.tsx';
import { useCounting } from './use-counting.ts';
import { CountShared, SharedButton, Sharers } from './sharing/sharers.tsx';
import { useSharing } from './sharing/use-sharing.ts';
import { useKeyScanner } from './use-key-scanner.ts';
import { unitOf, useMeasure } from './amount/use-measure.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface Props {
  readonly session: PhoneSession;
  readonly onLeave: () => void;
}

/** One scan is one record. */
export function Counter({ session, onLeave }: Props) {
  const { t } = useLingui();
  const unit = unitOf(session, useAnswer('projects'));
  const [measuring, sharing] = [useMeasure(unit), useSharing()];
  const { scan, sharers, take, count, countShared } = useCounting(session, measuring, sharing);
  const isReady = measuring.isRead && sharing.ids !== undefined;
  useRecording(measuring.gross !== '');
  useWakeLock();
  useKeyScanner((code) => isReady && take(code, 'keyboard'));
  // Before, a scan would count something else than what was chosen.
  if (!isReady) return <p aria-busy="true" />;
  return (
    <>
      <SessionHeader session={session} unit={unit} onLeave={onLeave} />
      <LastScan scan={scan} onChoose={(worker) => count(worker, 'manual', scan?.code)} />
      <Sharers sharing={sharing} sharers={sharers} />
      <Faces session={session} onChoose={(picker) => count(picker, 'manual')} />
      <MeasureChoice {...measuring} />
      <LastRecords session={session} />
      <section className="thumb" aria-label={t`Scan`}>
        <div className="ways">
          <CameraView onCode={(code) => take(code, 'qr')} />
          <NfcButton onCode={(code) => take(code, 'nfc')} />
          <SharedButton sharing={sharing} sharers={sharers} />
        </div>
        <WeightInput {...measuring} />
        <CountShared sharers={sharers} onCount={() => countShared('manual')} />
        <ScanInput onCode={(code) => take(code, 'manual')} />
      </section>
    </>
  );
}

function SessionHeader({ session, unit, onLeave }: Props & { readonly unit: string | null }) {
  const { t } = useLingui();
  const { units } = useLedger().totalOf(session.key);
  return (
    <header className="session">
      <h1>{session.sectorName}</h1>
      <p className="total">
        <data data-testid="session-total" value={units}>
          {units}
        </data>{' '}
        <small>{unit ?? t`units`}</small>
      </p>
      <button type="button" onClick={onLeave}>
        <MapPin />
        {t`Change place`}
      </button>
    </header>
  );
}
