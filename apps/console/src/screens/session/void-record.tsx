import { Trans, useLingui } from '@lingui/react/macro';
import { useAct } from '../../api/acts.ts';
import type { ProductionRecord } from '../../api/types.ts';
import { useConfirmation } from '../../parts/acts/confirmation.ts';
import { OutcomeNotice } from '../../parts/acts/outcome.tsx';
import { namesOf } from './names-of.ts';

/** Voids a record after confirmation, because the counter-movement is permanent. */
export function VoidRecord({ record, at }: { readonly record: ProductionRecord; readonly at: string }) {
  const { t } = useLingui();
  const { isAsked, ask, focused, onKeyDown } = useConfirmation();
  const { recordId } = record;
  const worker = namesOf(record);
  const voiding = useAct((outbox) => outbox.voidRecord({ recordId }));
  if (!isAsked)
    return (
      <button
        ref={focused}
        type="button"
        className="quiet no-print"
        aria-label={t`Void the record of ${worker} at ${at}`}
        onClick={() => ask(true)}
      >
        <Trans>Void</Trans>
      </button>
    );
  return (
    <span className="no-print" role="group" onKeyDown={onKeyDown}>
      <button type="button" className="bad" disabled={voiding.isPending} onClick={() => voiding.mutate()}>
        <Trans>Void it</Trans>
      </button>{' '}
      <button ref={focused} type="button" className="quiet" onClick={() => ask(false)}>{t`Keep it`}</button>
      <OutcomeNotice of={voiding} />
    </span>
  );
}
