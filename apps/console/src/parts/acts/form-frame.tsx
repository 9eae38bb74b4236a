import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ActForm } from './act-form.tsx';

interface Props {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
  /** What the submit button says; by default it shows what a change will do. */
  readonly submit?: ReactNode;
  readonly cancel?: ReactNode;
  readonly isPending?: boolean;
}

/** The form of a dialog with its buttons. */
export function FormFrame({ onSubmit, onCancel, children, submit, cancel, isPending = false }: Props) {
  return (
    <ActForm className="fields" onSubmit={onSubmit}>
      {children}
      <p className="answers wide">
        <button type="button" onClick={onCancel}>
          {cancel ?? <Trans>Cancel</Trans>}
        </button>
        <button type="submit" className="primary" disabled={isPending}>
          {submit ?? <Trans>Show what changes</Trans>}
        </button>
      </p>
    </ActForm>
  );
}
