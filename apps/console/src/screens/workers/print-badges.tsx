import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import type { Worker } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { badgeSheet } from './worker-query.ts';

/** Makes the badges of the workers who are shown, as a file to print. */
export function PrintBadges({ workers }: { readonly workers: readonly Worker[] }) {
  const { i18n } = useLingui();
  const printing = useMutation({
    mutationFn: async () => {
      const ids = workers.map(({ id }) => id);
      return URL.createObjectURL(await badgeSheet(ids, i18n.locale === 'es' ? 'es' : 'en'));
    },
    onSuccess: (url) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = 'badges.pdf';
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  });
  return (
    <div className="no-print">
      <button type="button" disabled={printing.isPending} onClick={() => printing.mutate()}>
        <IdCard /> <Plural value={workers.length} one="Badge of # worker" other="Badges of these # workers" />
      </button>{' '}
      <Trans>as a PDF; who has no badge gets one.</Trans>
      <ActFailed error={printing.error} />
    </div>
  );
}
