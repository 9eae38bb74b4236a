import { Trans, useLingui } from '@lingui/react/macro';
import { useCrew } from './session-query.ts';

/** A worker of a record that is entered, and the weight as it is typed. */
export interface EnteredShare {
  readonly workerId: string;
  readonly weight: string;
}

const MOST = 20;

interface Props {
  readonly shares: readonly EnteredShare[];
  readonly onChange: (shares: readonly EnteredShare[]) => void;
}

/** Who picked it; with several, how their parts relate. */
export function Shares({ shares, onChange }: Props) {
  const change = (index: number, share: EnteredShare) => onChange(shares.with(index, share));
  return (
    <fieldset className="wide">
      <legend>
        <Trans>Picked by</Trans>
      </legend>
      {shares.map((share, index) => (
        <Share
          key={index}
          {...{ share, shares, number: index + 1, onChange: (next) => change(index, next) }}
          {...(shares.length > 1 && { onRemove: () => onChange(shares.toSpliced(index, 1)) })}
        />
      ))}
      {shares.length < MOST && (
        <button
          type="button"
          className="quiet"
          onClick={() => onChange([...shares, { workerId: '', weight: '1' }])}
        >
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

function Share({ share, shares, number, onChange, onRemove }: ShareProps) {
  const { t } = useLingui();
  const crew = useCrew();
  const taken = new Set(shares.map(({ workerId }) => workerId));
  return (
    <div className="sharer">
      <select
        aria-label={t`Worker ${number}`}
        required
        value={share.workerId}
        onChange={({ target }) => onChange({ ...share, workerId: target.value })}
      >
        <option value="">{t`Choose a worker`}</option>
        {crew
          .filter(({ id }) => id === share.workerId || !taken.has(id))
          .map(({ id, full_name: name, worker_id: code }) => (
            <option key={id} value={id}>
              {name} ({code})
            </option>
          ))}
      </select>
      {onRemove && (
        <>
          <input
            aria-label={t`Weight of worker ${number}`}
            type="number"
            required
            min={0.000001}
            max={100}
            step="any"
            value={share.weight}
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
