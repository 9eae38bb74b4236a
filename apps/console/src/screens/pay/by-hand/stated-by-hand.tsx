import { Trans } from '@lingui/react/macro';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { PayStatement } from '../../../api/types.ts';
import { Confirmed } from '../../../parts/acts/confirmed.tsx';
import { useFormat } from '../../../parts/format.ts';
import { usePayAct } from '../pay-query.ts';

type Manual = NonNullable<PayStatement['lines'][number]['manual']>;

/** Who added an amount by hand, when and why, and a button that takes it back. */
export function StatedByHand({ of }: { readonly of: Manual }) {
  const { date } = useFormat();
  const { payLineId, reason, createdBy, createdAt } = of;
  const voiding = usePayAct(() =>
    bodyOf(
      furrow.POST('/api/control/pay-lines/{payLineId}/void', {
        ...{ params: { path: { payLineId } }, body: {} },
      }),
    ),
  );
  return (
    <>
      {reason}{' '}
      <small>
        {createdBy}, <time dateTime={createdAt}>{date(createdAt.slice(0, 10))}</time>
      </small>
      <div className="no-print">
        <Confirmed
          label={<Trans>Take back</Trans>}
          name={reason}
          question={
            <Trans>
              This amount is not paid any more. If a frozen run has paid it, the next run deducts it.
            </Trans>
          }
          by={voiding}
        />
      </div>
    </>
  );
}
