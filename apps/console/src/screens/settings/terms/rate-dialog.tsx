import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCompany } from '../../../app/signed-in.ts';
import type { FarmPayRate } from '../../../farm/farm-file.ts';
import { Choose } from '../../../parts/fields/choose.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { todayIn } from '../../../time/local-day.ts';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { draftOf, RATE_OF, type RateDraft, type RateOf, rateOf } from './rate-draft.ts';

interface Props {
  readonly rate?: FarmPayRate | undefined;
  readonly onClose: () => void;
}

/** For whom a rate may be. */
export function useRateTargets(): Readonly<Record<RateOf, string>> {
  const { t } = useLingui();
  return { position: t`Position`, group: t`Group`, worker: t`Worker` };
}

/** A rate; of one that exists only the amount can be changed, because whose it is makes it another one. */
export function RateDialog({ rate, onClose }: Props) {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const [draft, setDraft] = useState(() => draftOf(rate, todayIn(timezone)));
  const set = (changed: Partial<RateDraft>) => setDraft({ ...draft, ...changed });
  const isNew = rate === undefined;
  return (
    <ChangeDialog
      title={isNew ? t`Add a rate` : t`Change the rate of ${draft.target}`}
      onClose={onClose}
      part={() => ({ payRates: [rateOf(draft)] })}
    >
      <TextField
        label={t`Valid from`}
        type="date"
        required
        readOnly={!isNew}
        value={draft.validFrom}
        onChange={(validFrom) => set({ validFrom })}
      />
      {isNew && <Target draft={draft} set={set} />}
      <TextField
        label={t`Rate per hour`}
        {...{ type: 'number', step: 'any', min: 0, value: draft.hourlyRate }}
        onChange={(hourlyRate) => set({ hourlyRate })}
      />
      <p className="wide">{t`An empty rate means none of their own from this day on.`}</p>
    </ChangeDialog>
  );
}

interface TargetProps {
  readonly draft: RateDraft;
  readonly set: (changed: Partial<RateDraft>) => void;
}

function Target({ draft: { of, target }, set }: TargetProps) {
  const { t } = useLingui();
  const names = useRateTargets();
  const { workerOptions } = useShownFarm();
  const whose = RATE_OF.map((value) => ({ value, label: names[value] }));
  const choose = (
    <Choose label={t`Whose`} value={of} options={whose} onChange={(next) => set({ of: next, target: '' })} />
  );
  if (of === 'worker')
    return (
      <>
        {choose}
        <TextField
          label={t`Code of the worker`}
          required
          maxLength={200}
          value={target}
          onChange={(next) => set({ target: next })}
        />
      </>
    );
  const offered = ['', ...workerOptions[of]].map((value) => ({ value, label: value }));
  return (
    <>
      {choose}
      <Choose label={names[of]} value={target} options={offered} onChange={(next) => set({ target: next })} />
    </>
  );
}
