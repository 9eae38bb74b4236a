import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCompany } from '../../../app/signed-in.ts';
import type { FarmPayPolicy } from '../../../farm/farm-file.ts';
import { Choose } from '../../../parts/fields/choose.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { todayIn } from '../../../time/local-day.ts';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { optionsOf, useChoices } from '../../../parts/farm/choices.ts';
import { useMemberNames } from '../../../parts/farm/words.ts';
import { useShownFarm } from '../shown-farm.ts';
import { LastWeek } from './last-week.tsx';
import { draftOf, firstOfMonthBefore, type PolicyDraft, policyOf } from './policy-draft.ts';

interface Props {
  readonly policy?: FarmPayPolicy | undefined;
  readonly onClose: () => void;
}

const NUMBERS = ['hourlyRate', 'nonproductiveRate'] as const;
const OVERTIME = ['weeklyHours', 'dailyHours', 'premium'] as const;

/** What the office decides of pay; docs/farm-file.md has further members, which stay as they are. */
export function PolicyDialog({ policy, onClose }: Props) {
  const { t } = useLingui();
  const names = useMemberNames();
  const choices = useChoices();
  const { timezone } = useCompany();
  const { payPolicies } = useShownFarm();
  const [draft, setDraft] = useState(() => {
    const today = todayIn(timezone);
    return draftOf(policy, payPolicies.length === 0 ? firstOfMonthBefore(today) : today);
  });
  const set = (changed: Partial<PolicyDraft>) => setDraft({ ...draft, ...changed });
  const field = (name: keyof PolicyDraft, member: string) => ({
    label: names[member] ?? member,
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  const amount = { type: 'number', step: 'any', min: 0 } as const;
  const title = policy ? t`Change the pay policy` : t`Add a pay policy`;
  return (
    <ChangeDialog
      title={title}
      onClose={onClose}
      effect={({ payPolicies: [declared] = [] }) => declared && <LastWeek policy={declared} />}
      part={() => ({ payPolicies: [policyOf(draft, policy)] })}
    >
      <TextField {...field('validFrom', 'validFrom')} type="date" required readOnly={policy !== undefined} />
      <TextField {...field('minimum', 'minimumWage.amount')} {...amount} />
      <Choose {...field('minimumPer', 'minimumWage.per')} options={optionsOf(choices['minimumWage.per'])} />
      <Choose
        {...field('minimumWageBasis', 'minimumWageBasis')}
        options={optionsOf(choices['minimumWageBasis'])}
      />
      {NUMBERS.map((name) => (
        <TextField key={name} {...field(name, name)} {...amount} />
      ))}
      <Choose {...field('restBreaks', 'restBreaks')} options={optionsOf(choices['restBreaks'])} />
      {OVERTIME.map((name) => (
        <TextField key={name} {...field(name, `overtime.${name}`)} {...amount} />
      ))}
      <p className="wide">{t`An empty field means none.`}</p>
    </ChangeDialog>
  );
}
