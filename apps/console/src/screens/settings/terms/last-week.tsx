import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { dataOf, furrow } from '../../../api/furrow.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Figure } from '../../../parts/figure.tsx';
import { useFormat } from '../../../parts/format.ts';
import { Loading } from '../../../parts/states.tsx';

/** What last week would have cost by a pay policy that is not in force. */
export function LastWeek({ policy }: { readonly policy: object }) {
  const { days } = useFormat();
  const preview = useQuery({
    queryKey: ['pay-preview', JSON.stringify(policy)],
    queryFn: ({ signal }) => {
      const body = { payPolicies: [policy] } as never;
      return dataOf(furrow.POST('/api/control/farm/pay-preview', { body, signal }));
    },
    ...{ gcTime: 0, retry: false, refetchOnReconnect: false, refetchOnWindowFocus: false },
  });
  if (!preview.data) return preview.isPending ? <Loading /> : <ActFailed error={preview.error} />;
  const { from, to, currency, before, after } = preview.data;
  const week = days(from, to);
  return (
    <p className="notice" role="status" data-testid="last-week">
      {after.workers === 0 ? (
        <Trans>Nobody worked last week ({week}), so there is nothing to compare.</Trans>
      ) : (
        <Trans>
          Last week ({week}) would have cost <Figure value={after.gross} currency={currency} /> with it. As it
          is paid now, it comes to <Figure value={before.gross} currency={currency} />.
        </Trans>
      )}
    </p>
  );
}
