import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { dataOf, furrow } from '../../../api/furrow.ts';
import type { FeedRead } from '../../../api/types.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { Answered } from '../../../parts/answered.tsx';
import { type Columns, ListTable } from '../../../parts/table/data-table.tsx';
import { Chip } from '../../../parts/elements/chip.tsx';
import { Empty } from '../../../parts/states.tsx';
import { When } from '../../../parts/when.tsx';

/** Which change feeds each API token reads, and whether it has caught up. */
export function Feeds() {
  const { t } = useLingui();
  const feeds = useQuery({
    queryKey: ['tokens', 'feeds'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/console/feeds', { signal })),
    refetchInterval: 60_000,
  });
  return (
    <section>
      <h2 id="feeds">{t`Change feeds`}</h2>
      <Answered
        of={feeds}
        empty={
          <Empty title={t`No program follows a change feed.`}>
            <Trans>
              Programs that request only the changes since their last request appear here, with whether they
              keep up.
            </Trans>
          </Empty>
        }
      >
        {(list) => <List reads={list} />}
      </Answered>
    </section>
  );
}

function List({ reads }: { readonly reads: readonly FeedRead[] }) {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const feeds: Readonly<Record<FeedRead['feed'], string>> = {
    ...{ harvest: t`Harvest`, 'company-records': t`Pests and diseases` },
  };
  const columns: Columns<FeedRead> = [
    { id: 'token', header: t`API token`, value: ({ name }) => name },
    { id: 'feed', header: t`Change feed`, value: ({ feed }) => feeds[feed] },
    {
      id: 'read',
      header: t`Last read`,
      value: ({ readAt }) => readAt,
      cell: (row) => (
        <>
          <When at={row.readAt} timeZone={timezone} />
          {row.silent && (
            <>
              {' · '}
              {t`nothing for more than a day`}
            </>
          )}
        </>
      ),
    },
    {
      id: 'state',
      header: t`State`,
      value: ({ behindSince }) => behindSince ?? '',
      cell: (row) => <ReadState behindSince={row.behindSince} />,
    },
  ];
  return (
    <ListTable
      caption={t`Change feeds`}
      rows={reads}
      columns={columns}
      rowClass={(read) => (read.behindSince !== null || read.silent ? 'above' : undefined)}
    />
  );
}

function ReadState({ behindSince }: Pick<FeedRead, 'behindSince'>) {
  const { t } = useLingui();
  const { timezone } = useCompany();
  if (behindSince === null) return <Chip tone="good">{t`Caught up`}</Chip>;
  return (
    <Chip tone="warn">
      <span>
        <Trans>
          Behind since <When at={behindSince} timeZone={timezone} />
        </Trans>
      </span>
    </Chip>
  );
}
