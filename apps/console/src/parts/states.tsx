import { FurrowError } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Shown until the first answer arrives. */
export function Loading() {
  return (
    <p className="state loading" role="status">
      <Trans>Loading …</Trans>
    </p>
  );
}

/** An empty list, which is not an error: says how to fill it. */
export function Empty({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className="state empty">
      <p className="state-title">{title}</p>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** A missing or refused answer: says which, and what to do next. */
export function Failed({ error, onRetry }: { readonly error: Error | null; readonly onRetry?: () => void }) {
  const known = error instanceof FurrowError ? error : undefined;
  return (
    <div className="state failed" role="alert">
      <p className="state-title">{known?.status === 0 ? <NoAnswer /> : <Refused error={known} />}</p>
      {known?.requestId !== undefined && (
        <p>
          <small>
            <Trans>If it stays so, tell whoever runs Furrow this number: {known.requestId}</Trans>
          </small>
        </p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      )}
    </div>
  );
}

function NoAnswer() {
  return <Trans>The server does not answer, and nothing is kept here from before.</Trans>;
}

function Refused({ error }: { readonly error: FurrowError | undefined }) {
  const { t } = useLingui();
  if (error === undefined) return t`Something went wrong.`;
  if (error.status === 403) return t`You may not see this.`;
  if (error.status === 404) return t`This is not there, or belongs to another farm.`;
  if (error.status === 429 || error.status === 503) return t`The server is busy. Try again in a moment.`;
  return error.message;
}
