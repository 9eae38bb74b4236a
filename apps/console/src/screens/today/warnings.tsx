import { Trans } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';
import type { Session } from '../../api/types.ts';
import { useFormat } from '../../parts/format.ts';
import { useNow } from '../../parts/now.ts';

/** Warnings of the harvest guard: a treatment whose pre-harvest interval has not passed. */
export function Warnings({ of: { warnings, timezone } }: { readonly of: Session }) {
  const { when } = useFormat();
  const now = useNow();
  if (warnings.length === 0) return null;
  return (
    <ul className="warnings">
      {warnings.map(({ treatmentId, code, product, clearAt }) => {
        const clear = when(clearAt, timezone, now);
        return (
          <li key={`${treatmentId} ${code}`} className="notice warn">
            <ShieldAlert />{' '}
            {code === 'pre_harvest_interval' ? (
              <Trans>
                Treated with {product}: fruit may be picked from {clear}.
              </Trans>
            ) : (
              <Trans>
                Treated with {product}: nobody may enter before {clear}.
              </Trans>
            )}
          </li>
        );
      })}
    </ul>
  );
}
