import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { PayStatementOfRun } from '../../../api/types.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Dialog } from '../../../parts/acts/dialog.tsx';
import { FormFrame } from '../../../parts/acts/form-frame.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { todayIn } from '../../../time/local-day.ts';
import { usePayAct } from '../pay-query.ts';

interface Props {
  readonly statement: PayStatementOfRun;
}

/** A button on the statement of a draft, with which the office adds an amount that the calculation does not know. */
export function AddPayLine({ statement }: Props) {
  const [isOpen, open] = useState(false);
  if (statement.status !== 'draft') return null;
  return (
    <p className="no-print">
      <button type="button" onClick={() => open(true)}>
        <Plus /> <Trans>Add an amount by hand</Trans>
      </button>
      {isOpen && <PayLineDialog statement={statement} onClose={() => open(false)} />}
    </p>
  );
}

function PayLineDialog({ statement, onClose }: Props & { readonly onClose: () => void }) {
  return (
    <Dialog
      title={
        <Trans>
          An amount for <strong>{statement.worker_name}</strong>
        </Trans>
      }
      onClose={onClose}
    >
      {(close) => <PayLineForm statement={statement} close={close} />}
    </Dialog>
  );
}

function PayLineForm({ statement: { workerId, from, to }, close }: Props & { readonly close: () => void }) {
  const { t } = useLingui();
  const { currency, timezone } = useCompany();
  const today = todayIn(timezone);
  // One key for the form, so that a second press changes nothing.
  const [clientEventId] = useState(() => `console/${crypto.randomUUID()}`);
  const [day, setDay] = useState(today < from ? from : today > to ? to : today);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [inRegularRate, setInRegularRate] = useState(false);
  const stating = usePayAct(() => {
    const body = {
      workerId,
      day,
      amount: Number(amount),
      reason: reason.trim(),
      inRegularRate,
      clientEventId,
    };
    return bodyOf(furrow.POST('/api/control/pay-lines', { body }));
  }, close);
  return (
    <FormFrame onSubmit={stating.mutate} onCancel={close} submit={t`Add it`} isPending={stating.isPending}>
      <TextField
        label={currency ? t`Amount (${currency}), below 0 to deduct it` : t`Amount, below 0 to deduct it`}
        type="number"
        step="any"
        required
        value={amount}
        onChange={setAmount}
      />
      <TextField label={t`Day`} type="date" required min={from} max={to} value={day} onChange={setDay} />
      <TextField
        label={t`Why`}
        className="wide"
        required
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <InRegularRate value={inRegularRate} onChange={setInRegularRate} />
      <ActFailed error={stating.error} />
    </FormFrame>
  );
}

interface InRegularRateProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

function InRegularRate({ value, onChange }: InRegularRateProps) {
  const { t } = useLingui();
  return (
    <>
      <label className="wide">
        <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />{' '}
        {t`It counts in the regular rate by which overtime is paid.`}
      </label>
      <p className="wide">{t`The statement tells who added it, when and why.`}</p>
    </>
  );
}
