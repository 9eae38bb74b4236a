import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface Props {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog, whose button shows what the change will do. */
export function FormFrame({ onSubmit, onCancel, children }: Props) {
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <p className="answers wide">
        <button type="button" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </button>
        <button type="submit" className="primary">
          <Trans>Show what changes</Trans>
        </button>
      </p>
    </form>
  );
}
