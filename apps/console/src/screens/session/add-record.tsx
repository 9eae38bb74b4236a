import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import type { Session } from '../../api/types.ts';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { OutcomeNotice } from '../../parts/acts/outcome.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { type EnteredShare, Shares } from './shares.tsx';

interface Props {
  readonly session: Session;
  readonly unit: string;
}

/** A record by hand, of one worker or of several who share it. */
export function AddRecord(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="add-record no-print" onClick={() => setOpen(true)}>
        <Trans>Add a record</Trans>
      </button>
      {isOpen && (
        <Dialog title={<Trans>Add a record</Trans>} onClose={() => setOpen(false)}>
          {(close) => <Form {...props} close={close} />}
        </Dialog>
      )}
    </>
  );
}

const NOBODY: EnteredShare = { workerId: '', weight: '1' };

function Form({ session: { sessionId }, unit, close }: Props & { readonly close: () => void }) {
  const { t } = useLingui();
  const [units, setUnits] = useState('');
  const [shares, setShares] = useState<readonly EnteredShare[]>([NOBODY]);
  const adding = useAct((outbox) => outbox.add({ sessionId, units: Number(units), ...whose(shares) }));
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate(undefined, { onSuccess: ({ state }) => state === 'done' && close() });
      }}
    >
      <TextField
        {...{ label: t`Picked (${unit})`, type: 'number', name: 'units', min: 0, step: 'any' }}
        {...{ required: true, value: units, onChange: setUnits }}
      />
      <Shares shares={shares} onChange={setShares} />
      <div className="wide">
        <OutcomeNotice of={adding} />
      </div>
      <p className="answers wide">
        <button type="button" onClick={close}>
          <Trans>Cancel</Trans>
        </button>
        <button type="submit" className="primary" disabled={adding.isPending}>
          <Trans>Add</Trans>
        </button>
      </p>
    </form>
  );
}

function whose(shares: readonly EnteredShare[]) {
  const [first] = shares;
  if (first && shares.length === 1) return { workerId: first.workerId };
  return { shares: shares.map(({ workerId, weight }) => ({ workerId, weight: Number(weight) })) };
}
