import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useAnswer, usePhone } from '../../app/phone-context.ts';
import type { Place } from '../../crew/crew-day.ts';
import { dayOf } from '../../parts/days.ts';
import { useRecording } from '../../parts/use-recording.ts';
import { SectorChoice } from '../crew/sector-choice.tsx';

/** Records a treatment of a sector, and tells which sectors are closed. */
export default function Treatments() {
  const { t, i18n } = useLingui();
  const closures = useAnswer('closures');
  const projects = useAnswer('projects');
  const nameOf = (sectorId: string) =>
    projects.flatMap(({ sectors }) => sectors).find((one) => one.sectorId === sectorId)?.sector_name;
  return (
    <>
      <h1>{t`Treatments`}</h1>
      {closures.map(({ sectorId, harvest, entry }) => {
        const until = dayOf((harvest ?? entry)?.until ?? '', i18n.locale);
        return (
          <p key={sectorId} className="notice">
            {nameOf(sectorId)} · {(harvest ?? entry)?.product} · {t`closed until ${until}`}
          </p>
        );
      })}
      <NewTreatment />
    </>
  );
}

function NewTreatment() {
  const phone = usePhone();
  const [place, setPlace] = useState<Place>();
  const [outcome, setOutcome] = useState<'stored' | 'wrong'>();
  const [round, setRound] = useState(0);
  const [isTyped, setTyped] = useState(false);
  const isSaving = useRef(false);
  useRecording(isTyped);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second touch would record it twice.
    if (isSaving.current) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => textOf(data.get(name));
    const number = (name: string) => Number(text(name).replace(',', '.'));
    const reentryHours = text('reentryHours');
    const numbers = [number('dose'), number('preHarvestDays'), Number(reentryHours.replace(',', '.'))];
    if (!place || text('product') === '' || text('doseUnit') === '' || numbers.some(Number.isNaN)) {
      setOutcome('wrong');
      return;
    }
    isSaving.current = true;
    void phone.outbox
      .addTreatment({
        ...{ projectId: place.projectId, sectorIds: [place.sectorId], product: text('product') },
        ...{ startedAt: new Date().toISOString(), dose: number('dose'), doseUnit: text('doseUnit') },
        preHarvestDays: number('preHarvestDays'),
        ...(reentryHours !== '' && { reentryHours: number('reentryHours') }),
        ...(text('notes') !== '' && { notes: text('notes') }),
      })
      .then(() => {
        setOutcome('stored');
        setTyped(false);
        setRound(round + 1);
      })
      .finally(() => (isSaving.current = false));
  };
  return (
    <form key={round} className="card" onSubmit={save} onInput={() => setTyped(true)}>
      <SectorChoice place={place} onChange={setPlace} />
      <Fields />
      <p role="status">
        {outcome === 'stored' && <Trans>Stored on this phone.</Trans>}
        {outcome === 'wrong' && (
          <Trans>Sector, product, dose, unit and days are needed, as numbers where they are.</Trans>
        )}
      </p>
      <button type="submit" className="primary">
        <Check />
        <Trans>Save</Trans>
      </button>
    </form>
  );
}

const textOf = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value.trim() : '');

function Fields() {
  const { t } = useLingui();
  const fields = [
    { name: 'product', label: t`Product` },
    { name: 'dose', label: t`Dose`, isNumber: true },
    { name: 'doseUnit', label: t`Unit of the dose`, value: 'l/ha' },
    { name: 'preHarvestDays', label: t`Days before the harvest`, isNumber: true },
    { name: 'reentryHours', label: t`Hours before people may enter`, isNumber: true },
    { name: 'notes', label: t`Notes` },
  ];
  return fields.map(({ name, label, isNumber, value }) => (
    <label key={name}>
      <span>{label}</span>
      <input name={name} defaultValue={value} inputMode={isNumber ? 'decimal' : 'text'} autoComplete="off" />
    </label>
  ));
}
