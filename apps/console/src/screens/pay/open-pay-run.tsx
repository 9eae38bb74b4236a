import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ActForm } from '../../parts/acts/act-form.tsx';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { useCompany } from '../../app/signed-in.ts';
import { lastWeek } from './last-week.ts';
import { usePayAct } from './pay-query.ts';

/** Opens a draft of what is owed for a range of days. */
export function OpenPayRun() {
  const { t } = useLingui();
  const [, goTo] = useLocation();
  const { timezone } = useCompany();
  const [to, setTo] = useState(() => lastWeek(timezone).to);
  const [from, setFrom] = useState(() => lastWeek(timezone).from);
  const opening = usePayAct(
    (body: { from: string; to: string }) => bodyOf(furrow.POST('/api/control/pay-runs', { body })),
    ({ data }) => goTo(`/pay/${data.payRunId}`),
  );
  return (
    <ActForm className="no-print" onSubmit={() => opening.mutate({ from, to })}>
      <label>
        <span>{t`From`}</span>
        <input type="date" required value={from} max={to} onChange={({ target }) => setFrom(target.value)} />
      </label>
      <label>
        <span>{t`Until`}</span>
        <input type="date" required value={to} min={from} onChange={({ target }) => setTo(target.value)} />
      </label>
      <button type="submit" className="primary" disabled={opening.isPending}>{t`Calculate pay`}</button>
      {opening.error && (
        <p className="notice bad" role="alert">
          {opening.error.message}
        </p>
      )}
    </ActForm>
  );
}
