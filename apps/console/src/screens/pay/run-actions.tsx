import { Trans } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { PayRun } from '../../api/types.ts';
import { Confirmed } from '../../parts/acts/confirmed.tsx';
import { usePayAct } from './pay-query.ts';

/** Freezes or drops a draft; a frozen run cannot be changed. */
export function RunActions({ run: { payRunId, status, from, to } }: { readonly run: PayRun }) {
  const [, goTo] = useLocation();
  const params = { path: { payRunId } };
  const freezing = usePayAct(() =>
    bodyOf(furrow.POST('/api/control/pay-runs/{payRunId}/freeze', { params })),
  );
  const dropping = usePayAct(
    () => bodyOf(furrow.DELETE('/api/control/pay-runs/{payRunId}', { params })),
    () => goTo('/pay'),
  );
  if (status !== 'draft') return null;
  const days = `${from} – ${to}`;
  return (
    <div className="actions no-print">
      <Confirmed
        label={<Trans>Freeze</Trans>}
        name={days}
        question={<Trans>It is stored as it is now; later changes go into the next run.</Trans>}
        by={freezing}
      />
      <Confirmed
        label={<Trans>Delete the draft</Trans>}
        name={days}
        question={<Trans>Only the draft is deleted; sessions and shifts stay.</Trans>}
        by={dropping}
      />
    </div>
  );
}
