import { Trans } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { PayRun } from '../../api/types.ts';
import { Confirmed } from '../../parts/acts/confirmed.tsx';
import { Figure } from '../../parts/figure.tsx';
import { useFormat } from '../../parts/format.ts';
import { usePayAct } from './pay-query.ts';

/** Freezes or drops a draft; a frozen run cannot be changed. */
export function RunActions({ run }: { readonly run: PayRun }) {
  const { payRunId, status, from, to } = run;
  const [, goTo] = useLocation();
  const params = { path: { payRunId } };
  const negative = run.statements.filter(({ gross }) => gross < 0);
  const acknowledge = negative.length > 0 ? (['negative_gross'] as const) : [];
  const freezing = usePayAct(() =>
    bodyOf(
      furrow.POST('/api/control/pay-runs/{payRunId}/freeze', {
        ...{ params, body: { acknowledge: [...acknowledge] } },
      }),
    ),
  );
  const dropping = usePayAct(
    () => bodyOf(furrow.DELETE('/api/control/pay-runs/{payRunId}', { params })),
    () => goTo('/pay'),
  );
  const days = useFormat().days(from, to);
  if (status !== 'draft') return null;
  return (
    <div className="actions no-print">
      <Confirmed
        label={<Trans>Freeze</Trans>}
        name={days}
        question={
          <>
            <Trans>The run is stored as it is now. Later changes go into the next run.</Trans>
            <BelowZero statements={negative} currency={run.currency} />
          </>
        }
        by={freezing}
      />
      <Confirmed
        label={<Trans>Delete the draft</Trans>}
        name={days}
        question={<Trans>Only the draft is deleted. Sessions and shifts stay.</Trans>}
        by={dropping}
      />
    </div>
  );
}

interface Owing {
  readonly statements: PayRun['statements'];
  readonly currency: string | null;
}

/** The workers whose corrections exceed what they have earned; freezing confirms them. */
function BelowZero({ statements, currency }: Owing) {
  if (statements.length === 0) return null;
  return (
    <>
      {' '}
      <Trans>
        The corrections of these workers exceed what they have earned. Freezing confirms this:
      </Trans>{' '}
      {statements.map(({ workerId, worker_name, gross }, index) => (
        <span key={workerId}>
          {index > 0 && ', '}
          {worker_name} <Figure value={gross} currency={currency} />
        </span>
      ))}
    </>
  );
}
