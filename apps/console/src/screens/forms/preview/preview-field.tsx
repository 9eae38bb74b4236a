import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { FormField } from '../../../api/types.ts';
import { Answer } from './answer.tsx';
import type { ShownField, Typed } from './filled.ts';

interface Props extends Omit<ShownField, 'field'> {
  readonly field: FormField;
  readonly typed: Typed[string] | undefined;
  readonly onType: (value: Typed[string]) => void;
}

/** One question with its answer. */
export function PreviewField({ field, typed, problem, isMissing, onType }: Props) {
  const id = useId();
  if (field.type === 'note') return <p className="note">{field.label}</p>;
  return (
    <div className="question" role="group" aria-labelledby={id} aria-describedby={`${id}-about`}>
      <p id={id} className="asked">
        {field.label}
        {field.required && <span aria-hidden="true"> *</span>}
      </p>
      <Answer field={field} typed={typed ?? ''} labelledBy={id} onType={onType} />
      <p id={`${id}-about`} className="about">
        {field.hint}
        {isMissing && (
          <>
            {' '}
            <Trans>An answer is required.</Trans>
          </>
        )}
      </p>
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
