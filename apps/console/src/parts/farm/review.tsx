import { FurrowError } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ActFailed } from '../acts/act-failed.tsx';
import { Loading } from '../states.tsx';
import { Differences } from './differences.tsx';
import { type FarmChanged, type FarmRequest, useFarmChange, useTrial } from './farm-query.ts';
import { useLastChange } from './last-change.tsx';

interface Props {
  readonly request: FarmRequest;
  readonly onBack: () => void;
  readonly onDone: (changed: FarmChanged) => void;
  /** Says why it was refused. */
  readonly failed?: (error: Error) => ReactNode;
  /** Beside the differences. */
  readonly children?: ReactNode;
}

const said = (error: Error) => <ActFailed error={error} />;

/** What a change will do, by the server's own dry run, and the button that makes it. */
export function Review({ request, onBack, onDone, failed = said, children }: Props) {
  const { t } = useLingui();
  const { remember } = useLastChange();
  const trial = useTrial(request);
  const making = useFarmChange(request, (changed) => {
    remember(changed.changes);
    onDone(changed);
  });
  const back = useRef<HTMLButtonElement>(null);
  // The form that had the focus is hidden.
  useEffect(() => back.current?.focus(), []);
  const error = making.error ?? trial.error;
  const changes = trial.data?.filter(({ action }) => action !== 'unchanged') ?? [];
  return (
    <div className="review">
      {trial.isPending ? <Loading /> : error === null && <Differences changes={changes} />}
      {error ? failed(error) : children}
      <p className="answers">
        <button ref={back} type="button" onClick={onBack}>{t`Back`}</button>
        {isOutdated(error) ? (
          <ReadAgain onRead={making.reset} />
        ) : (
          <button
            type="button"
            className="primary"
            disabled={changes.length === 0 || making.isPending || trial.error !== null}
            onClick={() => making.mutate()}
          >
            <Trans>Make the change</Trans>
          </button>
        )}
      </p>
    </div>
  );
}

const isOutdated = (error: Error | null) => error instanceof FurrowError && error.code === 'farm_changed';

function ReadAgain({ onRead }: { readonly onRead: () => void }) {
  const queries = useQueryClient();
  return (
    <button
      type="button"
      className="primary"
      onClick={() => void queries.invalidateQueries({ queryKey: ['farm'] }).then(onRead)}
    >
      <Trans>Read the farm again</Trans>
    </button>
  );
}
