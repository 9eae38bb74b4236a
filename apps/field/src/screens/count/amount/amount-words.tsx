import { Trans } from '@lingui/react/macro';
import type { AmountProblem } from './amount.ts';

/** Why a scan cannot be counted, and what to do. */
export function AmountWords({ problem }: { readonly problem: AmountProblem }) {
  if (problem.is === 'weight-missing')
    return (
      <small>
        <Trans>Type the weight first: these containers are weighed.</Trans>
      </small>
    );
  const { unit } = problem;
  if (problem.is === 'below-tare') {
    const { tare } = problem;
    return (
      <small>
        <Trans>
          The weight is not above that of the empty container, {tare} {unit}.
        </Trans>
      </small>
    );
  }
  const [least, most] = [problem.min ?? 0, problem.max ?? '∞'];
  return (
    <small>
      <Trans>
        One of these holds {least} to {most} {unit}.
      </Trans>
    </small>
  );
}
