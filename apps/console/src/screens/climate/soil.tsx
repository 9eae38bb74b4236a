import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { SoilPoint } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import { useFormat } from '../../parts/format.ts';
import type { PlotLine } from '../../parts/plot/plot-props.ts';
import { Plot } from '../../parts/plot/plot.tsx';
import { Empty } from '../../parts/states.tsx';
import { byTime, inColumns, usualStep, withGaps } from '../../series/gaps.ts';
import { soilAsked, type Span, useSoil } from './climate-query.ts';
import { OneMeasured } from './one-measured.tsx';

const MEMBERS = ['moisture', 'temperature', 'ec', 'tension'] as const;
type Member = (typeof MEMBERS)[number];

/** The profile of the soil over time: one quantity, with a line for each sector and depth. */
export function Soil({ span }: { readonly span: Span }) {
  const { t } = useLingui();
  return (
    <>
      <Answered
        of={useSoil(span)}
        empty={
          <Empty title={t`No soil was measured in these days.`}>
            <Trans>Choose other days, or see under Devices when a probe was last seen.</Trans>
          </Empty>
        }
      >
        {(points) => <Members points={points} span={span} />}
      </Answered>
      <Exports of={t`Soil`} from="/api/iot/soil" filters={soilAsked(span)} />
    </>
  );
}

interface Props {
  readonly points: readonly SoilPoint[];
  readonly span: Span;
}

function Members({ points, span }: Props) {
  const names = useMembers();
  const measured = useMemo(
    () => MEMBERS.filter((member) => points.some((point) => point[member] !== null)),
    [points],
  );
  return (
    <OneMeasured kept="soil" values={measured} labelOf={(member) => names[member].label}>
      {(member) => <Profile key={member} member={member} {...names[member]} points={points} span={span} />}
    </OneMeasured>
  );
}

interface Named {
  readonly label: string;
  readonly unit: string;
  readonly digits: number;
}

function useMembers(): Readonly<Record<Member, Named>> {
  const { t } = useLingui();
  return {
    moisture: { label: t`Soil moisture`, unit: '%', digits: 1 },
    temperature: { label: t`Soil temperature`, unit: '°C', digits: 1 },
    ec: { label: t`Soil conductivity`, unit: 'dS/m', digits: 2 },
    tension: { label: t`Soil water tension`, unit: 'kPa', digits: 0 },
  };
}

function Profile({ member, label, unit, digits, points, span }: Props & Named & { readonly member: Member }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const nowhere = t`No sector`;
  const { data, lines } = useMemo(() => {
    const mine = points.filter((point) => point[member] !== null);
    const nameOf = ({ sector_name, depth }: SoilPoint) => t`${sector_name ?? nowhere}, ${number(depth)} cm`;
    const sorted = mine.toSorted(
      (a, b) => (a.sector_name ?? '').localeCompare(b.sector_name ?? '') || a.depth - b.depth,
    );
    const profile = [...new Set(sorted.map(nameOf))];
    const rows = byTime(
      mine,
      ({ local_time }) => Date.parse(local_time) / 1_000,
      (point) => profile.indexOf(nameOf(point)),
      (point) => point[member] ?? 0,
      profile.length,
    );
    const columns = inColumns(rows);
    return {
      data: withGaps(columns, usualStep(columns.at)),
      lines: profile.map((name): PlotLine => ({ label: name, unit, digits, kind: 'line' })),
    };
  }, [points, member, unit, digits, nowhere, number, t]);
  return (
    <Plot
      {...{ label: `${label} (${unit})`, data, lines }}
      timeZone={span.timezone}
      isDaily={span.detail === '1d'}
    />
  );
}
