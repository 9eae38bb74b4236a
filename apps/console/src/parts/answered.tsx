import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from './format.ts';
import { useNow } from './now.ts';
import { Screen } from './screen.tsx';
import { Failed, Loading } from './states.tsx';

interface Props<Data> {
  readonly of: UseQueryResult<Data>;
  /** The title of a screen whose own one comes with the data. */
  readonly title?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query's data; else that it is loading, or its error. Outdated data is shown with its age. */
export function Answered<Data>({ of, title, children }: Props<Data>) {
  const { data, error, isPending, isError, dataUpdatedAt, refetch } = of;
  const retry = () => void refetch();
  if (data === undefined) {
    const state = isPending ? <Loading /> : <Failed error={error} onRetry={retry} />;
    return title === undefined ? state : <Screen title={title}>{state}</Screen>;
  }
  return (
    <>
      {isError && <Age since={dataUpdatedAt} onRetry={retry} />}
      {children(data)}
    </>
  );
}

function Age({ since, onRetry }: { readonly since: number; readonly onRetry: () => void }) {
  const { ago } = useFormat();
  const age = ago(since, useNow());
  return (
    <p className="notice age" role="status">
      <Trans>The server cannot be reached: these figures were fetched {age}.</Trans>{' '}
      <button type="button" onClick={onRetry}>
        <Trans>Try again</Trans>
      </button>
    </p>
  );
}
