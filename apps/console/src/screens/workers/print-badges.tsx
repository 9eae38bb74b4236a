import { Plural, useLingui } from '@lingui/react/macro';
import { useChange } from '../../api/change.ts';
import { IdCard } from 'lucide-react';
import type { Worker } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { badgeSheet } from './worker-query.ts';

/** Makes the badges of workers, as a file to print. */
export function PrintBadges({ workers }: { readonly workers: readonly Worker[] }) {
  const { t, i18n } = useLingui();
  const printing = useChange(
    'workers',
    async () => {
      const ids = workers.map(({ id }) => id);
      return URL.createObjectURL(await badgeSheet(ids, i18n.locale === 'es' ? 'es' : 'en'));
    },
    (url) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = 'badges.pdf';
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  );
  return (
    <div className="no-print">
      <button type="button" disabled={printing.isPending} onClick={() => printing.mutate()}>
        <IdCard /> <Plural value={workers.length} one="Badge of # worker" other="Badges of these # workers" />
      </button>{' '}
      {t`as a PDF; who has no badge gets one.`}
      <ActFailed error={printing.error} />
    </div>
  );
}
