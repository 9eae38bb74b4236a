import { Trans, useLingui } from '@lingui/react/macro';
import { useCrew } from './session-query.ts';

/** Who picked a record that is entered, and the weight as it is typed. */
export interface EnteredShare {
  readonly workerId: string;
  /** What is written on a badge; undefined: the worker is chosen. */
  readonly badge?: string;
  readonly weight: string;
}

export const NOBODY: EnteredShare = { workerId: '', weight: '1' };

/** What a record sends of them. */
export function whose(shares: readonly EnteredShare[]) {
  const named = shares.map(({ workerId, badge }) =>
    badge === undefined ? { workerId } : { badge: badge.trim() },
  );
  const [first] = named;
  if (first && named.length === 1) return first;
  return { shares: named.map((one, index) => ({ ...one, weight: Number(shares[index]?.weight) })) };
}

const MOST = 20;

interface Props {
  readonly shares: readonly EnteredShare[];
  readonly onChange: (shares: readonly EnteredShare[]) => void;
}

/** Who picked it; with several, how their parts relate. */
export function Shares({ shares, onChange }: Props) {
  const { t } = useLingui();
  const change = (index: number, share: EnteredShare) => onChange(shares.with(index, share));
  return (
    <fieldset className="wide">
      <legend>{t`Picked by`}</legend>
      {shares.map((share, index) => (
        <Share
          key={index}
          {...{ share, shares, number: index + 1, onChange: (next) => change(index, next) }}
          {...(shares.length > 1 && { onRemove: () => onChange(shares.toSpliced(index, 1)) })}
        />
      ))}
      {shares.length < MOST && (
        <button type="button" className="quiet" onClick={() => onChange([...shares, NOBODY])}>
          <Trans>Share with another worker</Trans>
        </button>
      )}
    </fieldset>
  );
}

interface ShareProps {
  readonly share: EnteredShare;
  readonly shares: readonly EnteredShare[];
  /** From 1. */
  readonly number: number;
  readonly onChange: (share: EnteredShare) => void;
  readonly onRemove?: () => void;
}

/** The option that asks for a badge in place of a name. */
const BY_BADGE = '#';

function Share({ share, shares, number, onChange, onRemove }: ShareProps) {
  const { t } = useLingui();
  const crew = useCrew();
  const taken = new Set(shares.map(({ workerId }) => workerId));
  const { weight, badge } = share;
  return (
    <div className="sharer">
      <select
        aria-label={t`Worker ${number}`}
        required
        value={badge === undefined ? share.workerId : BY_BADGE}
        onChange={({ target: { value } }) =>
          onChange(value === BY_BADGE ? { ...NOBODY, weight, badge: '' } : { workerId: value, weight })
        }
      >
        <option value="">{t`Choose a worker`}</option>
        <option value={BY_BADGE}>{t`By the code of a badge`}</option>
        {crew
          .filter(({ id }) => id === share.workerId || !taken.has(id))
          .map(({ id, full_name: name, worker_id: code }) => (
            <option key={id} value={id}>
              {name} ({code})
            </option>
          ))}
      </select>
      {badge !== undefined && (
        <input
          aria-label={t`Badge of worker ${number}`}
          required
          maxLength={64}
          value={badge}
          onChange={({ target }) => onChange({ ...share, badge: target.value })}
        />
      )}
      {onRemove && (
        <>
          <input
            aria-label={t`Weight of worker ${number}`}
            type="number"
            required
            min={0.000001}
            max={100}
            step="any"
            value={weight}
            onChange={({ target }) => onChange({ ...share, weight: target.value })}
          />
          <button type="button" className="quiet" onClick={onRemove} aria-label={t`Remove worker ${number}`}>
            ×
          </button>
        </>
      )}
    </div>
  );
}
