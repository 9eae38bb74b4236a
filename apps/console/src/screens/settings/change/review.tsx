import { FurrowError } from '@furrow/client';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FarmPart } from '../../../farm/farm-file.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Loading } from '../../../parts/states.tsx';
import { useFarmChange, useShownFarm, useTrial } from '../farm-query.ts';
import { Differences } from './differences.tsx';

interface Props {
  readonly part: FarmPart;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** What a change will do, by the server's own dry run, and the button that makes it. */
export function Review({ part, onBack, onDone }: Props) {
  const { version, remember } = useShownFarm();
  const trial = useTrial(part, version);
  const making = useFarmChange(version, (changes) => {
    remember(changes);
    onDone();
  });
  const back = useRef<HTMLButtonElement>(null);
  // The form that had the focus is hidden.
  useEffect(() => back.current?.focus(), []);
  const error = making.error ?? trial.error;
  const changes = trial.data?.filter(({ action }) => action !== 'unchanged') ?? [];
  return (
    <div className="review">
      {trial.isPending ? <Loading /> : error === null && <Differences changes={changes} />}
      <ActFailed error={error} />
      <p className="answers">
        <button ref={back} type="button" onClick={onBack}>
          <Trans>Back</Trans>
        </button>
        {isOutdated(error) ? (
          <ReadAgain />
        ) : (
          <button
            type="button"
            className="primary"
            disabled={changes.length === 0 || making.isPending || trial.error !== null}
            onClick={() => making.mutate(part)}
          >
            <Trans>Make the change</Trans>
          </button>
        )}
      </p>
    </div>
  );
}

const isOutdated = (error: Error | null) => error instanceof FurrowError && error.code === 'farm_changed';

function ReadAgain() {
  const queries = useQueryClient();
  return (
    <button
      type="button"
      className="primary"
      onClick={() => void queries.invalidateQueries({ queryKey: ['farm'] })}
    >
      <Trans>Read the farm again</Trans>
    </button>
  );
}
