import { useLingui } from '@lingui/react/macro';
import type { PayRun } from '../../api/types.ts';
import { Figure } from '../../parts/figure.tsx';
import { Flags } from './flags.tsx';
import { useComingAdjustments } from './pay-query.ts';

/** What was corrected in the days of a frozen run since, which the next run pays or takes back. */
export function ComingAdjustments({ run }: { readonly run: PayRun }) {
  const { t } = useLingui();
  const { data } = useComingAdjustments(run);
  if (data === undefined || data.adjustments.length + data.flags.length === 0) return null;
  const { adjustments, flags, currency } = data;
  return (
    <section className="notice" aria-label={t`Coming adjustments`}>
      <p>{t`These days have changed since. The next pay run adjusts:`}</p>
      <ul>
        {adjustments.map(({ workerId, worker_name, amount }) => (
          <li key={workerId}>
            {worker_name} <Figure value={amount} currency={currency} />
          </li>
        ))}
      </ul>
      <Flags payRunId={run.payRunId} flags={flags} statements={run.statements} others={adjustments} />
    </section>
  );
}
