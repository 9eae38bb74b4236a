import { Trans } from '@lingui/react/macro';
import { Locate } from 'lucide-react';
import { useState } from 'react';
import { whereAmI } from '../../parts/position.ts';
import type { FieldProps } from './field-props.ts';

/** Where the phone is at the touch. */
export function PointInput({ value, onAnswer }: FieldProps) {
  const [problem, setProblem] = useState<string>();
  const point = typeof value === 'object' && 'latitude' in value ? value : undefined;
  const press = () => {
    whereAmI().then(onAnswer, (error: unknown) => setProblem(error instanceof Error ? error.message : ''));
  };
  return (
    <>
      <button type="button" onClick={press}>
        <Locate />
        <Trans>Take the position</Trans>
      </button>
      <p>
        {point && `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`}
        {problem}
      </p>
    </>
  );
}
