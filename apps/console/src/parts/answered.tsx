import { FurrowError } from '@furrow/client';
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useFormat } from './format.ts';
import { useNow } from './now.ts';
import { Screen } from './screen.tsx';
import { Failed, Loading } from './states.tsx';

interface Props<Data> {
  readonly of: UseQueryResult<Data>;
  /** The title of a screen whose own one comes with the data. */
  readonly title?: ReactNode;
  /** Rendered in place of a list without items. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A server that has not answered for so long is treated as one that does not. */
const OVERDUE_MS = 5_000;

/** Renders a query's data; else that it is loading, or its error. Outdated data is shown with its age. */
export function Answered<Data>({ of, title, empty, children }: Props<Data>) {
  const { data, error, isPending, isFetching, failureReason, dataUpdatedAt, refetch } = of;
  const isOverdue = useIsOverdue(isFetching);
  // What comes later is rendered in short tasks, between which the page reacts.
  const isKnown = useDeferredValue(data !== undefined);
  const retry = () => void refetch();
  if (data === undefined || !isKnown) {
    const isComing = isPending || data !== undefined;
    const state = isComing ? <Loading /> : <Failed error={error} onRetry={retry} />;
    return title === undefined ? state : <Screen title={title}>{state}</Screen>;
  }
  const reason = error ?? failureReason;
  return (
    <>
      {(reason !== null || isOverdue) && (
        <Age since={dataUpdatedAt} isRefused={hasAnswered(reason)} onRetry={retry} />
      )}
      {empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  );
}

function useIsOverdue(isFetching: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isFetching) return undefined;
    const timer = setTimeout(() => setOverdue(true), OVERDUE_MS);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isFetching]);
  return isOverdue;
}

interface AgeProps {
  readonly since: number;
  /** The server has answered, but not with figures. */
  readonly isRefused: boolean;
  readonly onRetry: () => void;
}

const hasAnswered = (reason: Error | null): boolean => reason instanceof FurrowError && reason.status > 0;

function Age({ since, isRefused, onRetry }: AgeProps) {
  const { t } = useLingui();
  const { ago } = useFormat();
  const age = ago(since, useNow());
  return (
    <p className="notice age" role="status">
      {isRefused
        ? t`The server cannot answer at the moment: these figures were fetched ${age}.`
        : t`The server cannot be reached: these figures were fetched ${age}.`}{' '}
      <button type="button" onClick={onRetry}>{t`Try again`}</button>
    </p>
  );
}
