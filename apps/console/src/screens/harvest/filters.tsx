import { useLingui } from '@lingui/react/macro';
import { usePlaces } from '../../api/places.ts';
import { Choose } from '../../parts/fields/choose.tsx';
import { addDays } from '../../time/local-day.ts';
import { useGroupingNames } from './group-table.tsx';
import { type Asked, type Grouping, GROUPINGS } from './harvest-query.ts';

interface Props {
  readonly asked: Asked;
  readonly by: Grouping;
  readonly onAsk: (asked: Asked) => void;
  readonly onGroup: (by: Grouping) => void;
}

/** The limit of the report. */
const MAX_DAYS = 366;

/** Which days and project, and what is summed together. */
export function Filters({ asked, by, onAsk, onGroup }: Props) {
  const { t } = useLingui();
  const names = useGroupingNames();
  const { data: projects = [] } = usePlaces();
  const { projectId = '', startTime, endTime } = asked;
  const varieties = projects.flatMap((project) =>
    projectId === '' || project.projectId === projectId ? project.sectors : [],
  );
  const known = [...new Set(varieties.map(({ variety }) => variety ?? '').filter((name) => name !== ''))];
  return (
    <div className="filters">
      <Days asked={asked} onAsk={onAsk} />
      <Choose
        label={t`Project`}
        value={projectId}
        options={[
          { value: '', label: t`All projects` },
          ...projects.map((project) => ({ value: project.projectId, label: project.projectName })),
        ]}
        onChange={(chosen) => onAsk({ startTime, endTime, ...(chosen !== '' && { projectId: chosen }) })}
      />
      <Choose
        label={t`Variety`}
        value={asked.variety ?? ''}
        options={[
          { value: '', label: t`All varieties` },
          ...known.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(chosen) => {
          const { variety: _, ...others } = asked;
          onAsk({ ...others, ...(chosen !== '' && { variety: chosen }) });
        }}
      />
      <Choose<Grouping>
        label={t`Sums`}
        value={by}
        options={GROUPINGS.map((value) => ({ value, label: names[value] }))}
        onChange={onGroup}
      />
    </div>
  );
}

function Days({ asked, onAsk }: Pick<Props, 'asked' | 'onAsk'>) {
  const { t } = useLingui();
  const { startTime, endTime } = asked;
  return (
    <>
      <label>
        <span>{t`From`}</span>
        <input
          type="date"
          required
          value={startTime}
          min={addDays(endTime, 1 - MAX_DAYS)}
          max={endTime}
          onChange={({ target }) => target.reportValidity() && onAsk({ ...asked, startTime: target.value })}
        />
      </label>
      <label>
        <span>{t`To`}</span>
        <input
          type="date"
          required
          value={endTime}
          min={startTime}
          max={addDays(startTime, MAX_DAYS - 1)}
          onChange={({ target }) => target.reportValidity() && onAsk({ ...asked, endTime: target.value })}
        />
      </label>
    </>
  );
}
