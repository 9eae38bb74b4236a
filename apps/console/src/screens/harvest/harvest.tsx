import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCompany } from '../../app/signed-in.ts';
import { Answered } from '../../parts/answered.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Screen } from '../../parts/screen.tsx';
import { addDays, todayIn } from '../../time/local-day.ts';
import { Filters } from './filters.tsx';
import { GroupTable, useGroupingNames } from './group-table.tsx';
import { type Asked, type Grouping, useGroups, useSeasons } from './harvest-query.ts';
import { Seasons } from './seasons.tsx';

const FORMATS = ['csv', 'xlsx'] as const;
/** Until somebody chooses other days. */
const DAYS = 90;

/** The harvest of a range, in groups and beside the season before. */
export default function Harvest() {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const [asked, ask] = useState<Asked>(() => {
    const endTime = todayIn(timezone);
    return { startTime: addDays(endTime, 1 - DAYS), endTime };
  });
  const [by, setBy] = useState<Grouping>('sector');
  return (
    <Screen title={t`Harvest`}>
      <Filters asked={asked} by={by} onAsk={ask} onGroup={setBy} />
      <Groups asked={asked} by={by} />
      <section aria-labelledby="seasons">
        <h2 id="seasons">{t`Beside the season before`}</h2>
        <p className="about">
          <Trans>Both begin with their first pick; the season before is the same days a year earlier.</Trans>
        </p>
        <Answered of={useSeasons(asked)}>
          {(days) => (
            <>
              <Seasons days={days} />
              <Files what="seasons" asked={asked} />
            </>
          )}
        </Answered>
      </section>
    </Screen>
  );
}

function Groups({ asked, by }: { readonly asked: Asked; readonly by: Grouping }) {
  const names = useGroupingNames();
  return (
    <section className="groups">
      <h2>{names[by]}</h2>
      <Answered of={useGroups(asked, by)}>
        {(shown) => (
          <>
            <GroupTable {...shown} />
            <Files what="groups" asked={asked} by={by} />
          </>
        )}
      </Answered>
    </section>
  );
}

interface FilesProps {
  readonly what: 'groups' | 'seasons';
  readonly asked: Asked;
  readonly by?: Grouping;
}

/** What is seen, as files. */
function Files({ what, asked, by }: FilesProps) {
  return (
    <Exports of={what} from={`/api/control/harvest/${what}`} filters={{ ...asked, by }} formats={FORMATS} />
  );
}
