import { Trans } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import type { Outcome } from '../../api/acts.ts';

/** The outcome of a user's action; renders nothing before it is done. */
export function OutcomeNotice<Input>({ of }: { readonly of: UseMutationResult<Outcome, Error, Input> }) {
  const { data, error } = of;
  if (error)
    return (
      <p className="notice bad" role="alert">
        {error.message}
      </p>
    );
  if (data?.state === 'refused')
    return (
      <p className="notice bad" role="alert">
        {data.problem.message}
      </p>
    );
  if (data?.state === 'waiting')
    return (
      <p className="notice warn" role="status">
        <Trans>Stored on this device. It is sent when the server can be reached.</Trans>
      </p>
    );
  return null;
}
