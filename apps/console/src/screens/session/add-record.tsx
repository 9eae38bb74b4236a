import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import type { Session } from '../../api/types.ts';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { FormFrame } from '../../parts/acts/form-frame.tsx';
import { OutcomeNotice } from '../../parts/acts/outcome.tsx';
import { Choose } from '../../parts/fields/choose.tsx';
import { NO_AMOUNT, Picked, sentAmount } from './picked.tsx';
import { useContainers, useQualities } from './session-query.ts';
import { type EnteredShare, NOBODY, Shares, whose } from './shares.tsx';

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

function Form({ session, unit, close }: Props & { readonly close: () => void }) {
  const { t } = useLingui();
  const containers = useContainers(session);
  const qualities = useQualities();
  const [amount, setAmount] = useState(NO_AMOUNT);
  const [qualityId, setQuality] = useState('');
  const [shares, setShares] = useState<readonly EnteredShare[]>([NOBODY]);
  const { sessionId } = session;
  const adding = useAct((outbox) =>
    outbox.add({ sessionId, ...sentAmount(amount), ...(qualityId && { qualityId }), ...whose(shares) }),
  );
  return (
    <FormFrame
      onSubmit={() => adding.mutate(undefined, { onSuccess: ({ state }) => state === 'done' && close() })}
      onCancel={close}
      submit={t`Add`}
      isPending={adding.isPending}
    >
      <Picked unit={unit} containers={containers} amount={amount} onChange={setAmount} />
      {qualities.length > 0 && (
        <Choose
          label={t`Quality`}
          value={qualityId}
          options={[
            { value: '', label: t`none` },
            ...qualities.map(({ qualityId: value, name }) => ({ value, label: name })),
          ]}
          onChange={setQuality}
        />
      )}
      <Shares shares={shares} onChange={setShares} />
      <div className="wide">
        <OutcomeNotice of={adding} />
      </div>
    </FormFrame>
  );
}
