import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { dataOf, furrow } from '../../../api/furrow.ts';
import type { ApiToken } from '../../../api/types.ts';
import { useCompany } from '../../../app/signed-in.ts';
import { Answered } from '../../../parts/answered.tsx';
import { type Columns, ListTable } from '../../../parts/table/data-table.tsx';
import { actionsColumn } from '../../../parts/elements/actions-column.tsx';
import { Chip, type Tone } from '../../../parts/elements/chip.tsx';
import { Empty } from '../../../parts/states.tsx';
import { When } from '../../../parts/when.tsx';
import { TokenActions } from './token-actions.tsx';

/** API tokens, and when each was last used. */
export function Tokens() {
  const { t } = useLingui();
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/control/tokens', { signal })),
  });
  return (
    <section>
      <h2>{t`API tokens`}</h2>
      <Answered
        of={tokens}
        empty={
          <Empty title={t`There are no API tokens yet.`}>
            <Trans>The farm file or the command line issues tokens and prints them once.</Trans>
          </Empty>
        }
      >
        {(list) => <List tokens={list} />}
      </Answered>
    </section>
  );
}

const TONES: Readonly<Record<ApiToken['status'], Tone>> = {
  ...{ active: 'good', retiring: 'warn', expired: 'plain', revoked: 'plain' },
};
function List({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const names: Readonly<Record<ApiToken['scopes'][number], string>> = {
    'read:production': t`Read harvest and weather`,
    'read:phytosanitary': t`Read pests and diseases`,
    'write:telemetry': t`Send readings of LoRaWAN devices`,
  };
  const states: Readonly<Record<ApiToken['status'], string>> = {
    ...{ active: t`Active`, retiring: t`Being replaced`, expired: t`Expired`, revoked: t`Revoked` },
  };
  const time = (instant: string | null) =>
    instant === null ? t`never` : <When at={instant} timeZone={timezone} />;
  const columns: Columns<ApiToken> = [
    {
      id: 'name',
      header: t`Name`,
      value: ({ name }) => name,
      cell: (row) => <strong className="name">{row.name}</strong>,
    },
    {
      id: 'scopes',
      header: t`Permissions`,
      value: ({ scopes }) => scopes.map((scope) => names[scope]).join(', '),
    },
    {
      id: 'status',
      header: t`Status`,
      value: ({ status }) => states[status],
      cell: (row) => <Chip tone={TONES[row.status]}>{states[row.status]}</Chip>,
    },
    {
      id: 'used',
      header: t`Last used`,
      value: ({ lastUsedAt }) => lastUsedAt ?? '',
      cell: (row) => time(row.lastUsedAt),
    },
    {
      id: 'expires',
      header: t`Expires`,
      value: ({ expiresAt }) => expiresAt ?? '9',
      cell: (row) => time(row.expiresAt),
    },
    actionsColumn((token) => <TokenActions token={token} />),
  ];
  return <ListTable caption={t`API tokens`} rows={tokens} columns={columns} idOf={({ keyId }) => keyId} />;
}
