import { Plural, useLingui } from '@lingui/react/macro';
import { CircleHelp, Sun } from 'lucide-react';
import { useAnswer } from '../../app/phone-context.ts';
import type { CrewDay } from '../../crew/crew-day.ts';
import { restsOf } from '../../crew/rests.ts';
import { useHeat } from '../../crew/use-heat.ts';
import { timeOf } from '../../parts/days.ts';
import { useNow } from '../../parts/now.ts';

/** Who of the crew is due for a rest in the heat, from the last readings that the phone has; never fine without any. */
export function RestsDue({ day }: { readonly day: CrewDay }) {
  const { i18n, t } = useLingui();
  const pickers = useAnswer('pickers');
  const now = useNow();
  const { due, isUnknown, lastReadingAt } = restsOf(day, useHeat(), now);
  const [first] = due;
  if (first === undefined && !isUnknown) return null;
  return (
    <section className="notice" role="status" aria-label={t`Rest in the heat`} data-testid="rests-due">
      {due.length > 0 && (
        <p>
          <Sun />
          <strong>{t`Rest is due`}</strong>
        </p>
      )}
      <ul>
        {due.map(({ workerId, dueAt }) => {
          const name = pickers.find(({ id }) => id === workerId)?.name ?? '';
          const since = timeOf(new Date(dueAt).toISOString(), i18n.locale);
          return <li key={workerId}>{t`${name}, since ${since}`}</li>;
        })}
      </ul>
      {first && (
        <p>
          {first.value.toLocaleString(i18n.locale, { maximumFractionDigits: 1 })} °C,{' '}
          <Age since={first.measuredAt} now={now} />
        </p>
      )}
      {isUnknown && (
        <p>
          <CircleHelp />
          {t`Nobody knows whether a rest is due.`}{' '}
          {lastReadingAt === null ? t`No station has measured.` : <Age since={lastReadingAt} now={now} />}
        </p>
      )}
    </section>
  );
}

function Age({ since, now }: { readonly since: number; readonly now: number }) {
  const minutes = Math.max(0, Math.round((now - since) / 60_000));
  return <Plural value={minutes} one="measured # minute ago" other="measured # minutes ago" />;
}
