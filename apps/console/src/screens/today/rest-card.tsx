import { Plural, useLingui } from '@lingui/react/macro';
import { CircleHelp, Sun } from 'lucide-react';
import type { Project } from '../../api/places.ts';
import type { Rest } from '../../api/types.ts';
import { Card } from '../../parts/elements/card.tsx';
import { Chip } from '../../parts/elements/chip.tsx';
import { useFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/now.ts';
import { useRests } from './rest-query.ts';

const SHOWN = 12;

/** Who of the crews is due for a rest in the heat, and since when; nothing where no rule asks for one. */
export function RestCard({ projects }: { readonly projects: readonly Project[] }) {
  const { t } = useLingui();
  const { data: rests } = useRests();
  if (!rests) return null;
  const due = rests
    .filter(({ status }) => status === 'due')
    .sort((a, b) => Date.parse(a.dueAt ?? '') - Date.parse(b.dueAt ?? ''));
  const waiting = rests.filter(({ status }) => status === 'waiting').length;
  const unknown = projects.filter(({ projectId }) =>
    rests.some((rest) => rest.projectId === projectId && rest.status === 'unknown'),
  );
  if (due.length + waiting + unknown.length === 0) return null;
  return (
    <Card title={t`Rest in the heat`}>
      <ul className="listed rests" data-testid="rests">
        {due.slice(0, SHOWN).map((rest) => (
          <DueRest key={rest.workerId} rest={rest} />
        ))}
        {due.length > SHOWN && (
          <li>
            <Plural value={due.length - SHOWN} one="and # more" other="and # more" />
          </li>
        )}
        {unknown.map(({ projectId, projectName }) => (
          <li key={projectId}>
            <CircleHelp className="warn-icon" />
            <div>
              <strong>{projectName}</strong>
              <p>{t`Unknown: no station has measured in the last 30 minutes.`}</p>
            </div>
          </li>
        ))}
      </ul>
      {waiting > 0 && (
        <p className="calm">
          <Plural
            value={waiting}
            one="# other worker is not due yet."
            other="# other workers are not due yet."
          />
        </p>
      )}
    </Card>
  );
}

function DueRest({ rest: { worker_name, dueAt, minutesWorked, rule, reading } }: { readonly rest: Rest }) {
  const { t } = useLingui();
  const { ago, number } = useFormat();
  const when = ago(dueAt ?? '', useNow());
  const minutes = number(rule?.restMinutes ?? 0);
  const worked = number(minutesWorked);
  const heat = number(reading?.value ?? 0, 1);
  return (
    <li>
      <Sun className="warn-icon" />
      <div>
        <strong>{worker_name}</strong> <Chip tone="bad">{t`was due ${when}`}</Chip>
        <p>
          {rule?.metric === 'heat-index'
            ? t`${minutes} minutes of rest after ${worked} of work, at a heat index of ${heat} °C`
            : t`${minutes} minutes of rest after ${worked} of work, at ${heat} °C`}
        </p>
      </div>
    </li>
  );
}
