import { FurrowError } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { type LucideIcon, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** Shown until the first answer arrives. */
export function Loading() {
  const { t } = useLingui();
  return <p className="state loading" role="status">{t`Loading …`}</p>;
}

interface EmptyProps {
  readonly title: ReactNode;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** An empty list, which is not an error. Its content says what to do next, or how the list is filled. */
export function Empty({ title, icon: Icon = Sprout, children }: EmptyProps) {
  return (
    <div className="state empty">
      <span className="picture">
        <Icon />
      </span>
      <p className="state-title">{title}</p>
      <p>{children}</p>
    </div>
  );
}

interface FailedProps {
  readonly error: Error | null;
  /** What to say when nothing answers. */
  readonly noAnswer?: ReactNode;
  readonly onRetry?: () => void;
}

/** A missing or refused answer: says which, and what to do next. */
export function Failed({ error, noAnswer = <NoAnswer />, onRetry }: FailedProps) {
  const { t } = useLingui();
  const known = error instanceof FurrowError ? error : undefined;
  if (known?.status === 403 || known?.status === 404) return <NotHere isForbidden={known.status === 403} />;
  return (
    <div className="state failed" role="alert">
      <p className="state-title">{known?.status === 0 ? noAnswer : <Refused error={known} />}</p>
      {known?.requestId !== undefined && (
        <p>
          <small>{t`If this continues, give this number to the operator of Furrow: ${known.requestId}`}</small>
        </p>
      )}
      {onRetry && <button type="button" onClick={onRetry}>{t`Try again`}</button>}
    </div>
  );
}

/** Another attempt would not help. */
function NotHere({ isForbidden }: { readonly isForbidden: boolean }) {
  const { t } = useLingui();
  return (
    <div className="state failed" role="alert">
      <p className="state-title">
        {isForbidden ? t`You may not see this.` : t`It does not exist, or belongs to somebody else.`}
      </p>
      <p>
        {isForbidden
          ? t`An admin of the farm can open it, or give you another role.`
          : t`It may have been deleted. Check that the address is complete.`}
      </p>
      <Link href="/" className="button">{t`Go to the first screen`}</Link>
    </div>
  );
}

function NoAnswer() {
  return <Trans>The server does not answer, and nothing is stored on this device.</Trans>;
}

function Refused({ error }: { readonly error: FurrowError | undefined }) {
  const { t } = useLingui();
  if (error === undefined) return t`Something went wrong.`;
  if (error.status === 429 || error.status === 503) return t`The server is busy. Try again in a moment.`;
  if (error.status >= 500) return t`Something went wrong on the server.`;
  return error.message;
}
