import { MAX_SHARES } from '@furrow/production/parting';
import { Trans } from '@lingui/react/macro';
import type { ScanProblem } from './counting.ts';

/** Why a scan cannot be counted, and what to do. */
export function ProblemWords({ problem }: { readonly problem: ScanProblem }) {
  return (
    <small>
      <Words problem={problem} />
    </small>
  );
}

function Words({ problem }: { readonly problem: ScanProblem }) {
  switch (problem.is) {
    case 'weight-missing':
      return <Trans>Type the weight first: these containers are weighed.</Trans>;
    case 'below-tare': {
      const { tare, unit } = problem;
      return (
        <Trans>
          The weight is not above that of the empty container, {tare} {unit}.
        </Trans>
      );
    }
    case 'out-of-range': {
      const [least, most, { unit }] = [problem.min ?? 0, problem.max ?? '∞', problem];
      return (
        <Trans>
          One of these holds {least} to {most} {unit}.
        </Trans>
      );
    }
    case 'too-few-sharers':
      return <Trans>Scan at least two who share it, then the container.</Trans>;
    case 'too-many-sharers':
      return <Trans>At most {MAX_SHARES} share a container.</Trans>;
  }
}
