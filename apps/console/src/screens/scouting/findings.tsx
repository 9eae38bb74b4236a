import { Trans, useLingui } from '@lingui/react/macro';
import { Bug } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Project } from '../../api/places.ts';
import type { SectorAggregate } from '../../api/types.ts';
import { Choose } from '../../parts/fields/choose.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Empty } from '../../parts/states.tsx';
import { FindingsTable } from './findings-table.tsx';
import { OverTime } from './over-time.tsx';
import type { Days } from './scouting-query.ts';
import { SectorMap } from './sector-map.tsx';

interface Props {
  readonly project: Project;
  readonly sectors: readonly SectorAggregate[];
  readonly days: Days;
}

/** One pest at a time on the map and over time; all pests in the table. */
export function Findings({ project, sectors, days }: Props) {
  const { t } = useLingui();
  const [chosen, choose] = useState('');
  const pests = useMemo(
    () =>
      [
        ...new Set(
          sectors.flatMap((one) => one.pests_diseases.map(({ pest_disease_name }) => pest_disease_name)),
        ),
      ].sort(),
    [sectors],
  );
  const pest = pests.includes(chosen) ? chosen : pests[0];
  if (pest === undefined)
    return (
      <Empty title={t`Nobody looked for pests in these days.`} icon={Bug}>
        <Trans>Choose more days, or send somebody with the scouting form.</Trans>
      </Empty>
    );
  return (
    <>
      <div className="filters no-print">
        <Choose
          label={t`Pest or disease`}
          value={pest}
          options={pests.map((name) => ({ value: name, label: name }))}
          onChange={choose}
        />
      </div>
      <div className="plots">
        <SectorMap project={project} sectors={sectors} pest={pest} />
        <OverTime project={project} days={days} pest={pest} />
      </div>
      <FindingsTable sectors={sectors} />
      <Exports
        of={t`Sectors and pests`}
        from="/api/control/phytosanitary/company-records"
        filters={{ projectId: project.projectId, startTime: days.from, endTime: days.to }}
        formats={['csv', 'ndjson', 'geojson']}
      />
    </>
  );
}
