import { MIN_SHARES } from '@furrow/production/parting';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Check, Users, X } from 'lucide-react';
import { Face } from '../../../parts/face.tsx';
import type { Worker } from '../counting.ts';
import type { Sharing } from './use-sharing.ts';

interface Props {
  readonly sharing: Sharing;
  readonly sharers: readonly Worker[] | undefined;
}

/** Turns counting for several on and off. */
export function SharedButton({ sharing, sharers }: Props) {
  const isOn = sharers !== undefined;
  return (
    <button type="button" aria-pressed={isOn} onClick={() => sharing.turn(!isOn)}>
      <Users />
      <Trans>Several share</Trans>
    </button>
  );
}

/** Who shares the next container. */
export function Sharers({ sharing, sharers }: Props) {
  const { t } = useLingui();
  if (!sharers) return null;
  return (
    <section className="card" aria-label={t`Who shares the next container`}>
      <p role="status">
        {sharers.length === 0 ? (
          t`Scan everybody who shares the next container, then count it.`
        ) : (
          <Plural
            value={sharers.length}
            one="# shares the next container"
            other="# share the next container"
          />
        )}
      </p>
      <ul className="records" data-testid="sharers">
        {sharers.map(({ id, name }) => (
          <li key={id}>
            <Face workerId={id} name={name} />
            <span>{name}</span>
            <button type="button" aria-label={t`Take ${name} out`} onClick={() => sharing.leave(id)}>
              <X />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Counts the container for all of them. */
export function CountShared({ sharers, onCount }: Pick<Props, 'sharers'> & { readonly onCount: () => void }) {
  if (!sharers) return null;
  const { length } = sharers;
  return (
    <button type="button" className="primary" disabled={length < MIN_SHARES} onClick={onCount}>
      <Check />
      <Trans>Count for all: {length}</Trans>
    </button>
  );
}
