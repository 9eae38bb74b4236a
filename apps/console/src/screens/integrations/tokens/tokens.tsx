import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { ApiToken } from '../../../api/types.ts';
import { Answered } from '../../../parts/answered.tsx';
import { type Columns, DataTable } from '../../../parts/data-table.tsx';
import { useFormat } from '../../../parts/format.ts';
import { useNow } from '../../../parts/now.ts';
import { Empty } from '../../../parts/states.tsx';
import { TokenActions } from './token-actions.tsx';

/** API tokens, and when each was last used. */
export function Tokens() {
  const { t } = useLingui();
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await bodyOf(furrow.GET('/api/control/tokens', { signal }))).data,
  });
  return (
    <section>
      <h2>
        <Trans>API tokens</Trans>
      </h2>
      <Answered of={tokens}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t`No program has a token.`}>
              <Trans>The farm file or the command line issues one, and prints it once.</Trans>
            </Empty>
          ) : (
            <List tokens={list} />
          )
        }
      </Answered>
    </section>
  );
}

function List({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const { t } = useLingui();
  const { ago } = useFormat();
  const now = useNow();
  const columns = useMemo((): Columns<ApiToken> => {
    const states: Readonly<Record<ApiToken['status'], string>> = {
      ...{ active: t`Active`, retiring: t`Retiring`, expired: t`Expired`, revoked: t`Revoked` },
    };
    const time = (instant: string | null, none: string) => (instant === null ? none : ago(instant, now));
    return [
      { id: 'name', header: t`Name`, accessorFn: ({ name }) => name },
      { id: 'scopes', header: t`May`, accessorFn: ({ scopes }) => scopes.join(', ') },
      { id: 'status', header: t`Status`, accessorFn: ({ status }) => states[status] },
      {
        id: 'used',
        header: t`Last used`,
        accessorFn: ({ lastUsedAt }) => lastUsedAt ?? '',
        cell: ({ row }) => time(row.original.lastUsedAt, t`never`),
      },
      {
        id: 'expires',
        header: t`Expires`,
        accessorFn: ({ expiresAt }) => expiresAt ?? '9',
        cell: ({ row }) => time(row.original.expiresAt, t`never`),
      },
      {
        id: 'actions',
        header: t`Do`,
        enableSorting: false,
        cell: ({ row }) => <TokenActions token={row.original} />,
      },
    ];
  }, [t, ago, now]);
  return <DataTable isCaptionHidden caption={t`API tokens`} rows={tokens} columns={columns} />;
}
