import { useLingui } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActFailed } from './act-failed.tsx';
import { useConfirmation } from './confirmation.ts';

interface Props {
  readonly label: ReactNode;
  /** The object of the action, for screen readers, which announce the button without its row. */
  readonly name: string;
  /** The consequences of the action. */
  readonly question: ReactNode;
  readonly by: UseMutationResult<unknown, Error, void>;
}

/** A button for an irreversible action, which asks for confirmation. */
export function Confirmed({ label, name, question, by }: Props) {
  const { t } = useLingui();
  const { isAsked, ask, focused, onKeyDown } = useConfirmation();
  if (!isAsked)
    return (
      <button ref={focused} type="button" onClick={() => ask(true)}>
        {label} <span className="hidden">{name}</span>
      </button>
    );
  return (
    <div className="notice warn" role="group" onKeyDown={onKeyDown}>
      <p>{question}</p>
      <button
        type="button"
        className="bad"
        disabled={by.isPending}
        onClick={() => by.mutate(undefined, { onSuccess: () => ask(false) })}
      >
        {label} <span className="hidden">{name}</span>
      </button>{' '}
      <button ref={focused} type="button" onClick={() => ask(false)}>{t`Cancel`}</button>
      <ActFailed error={by.error} />
    </div>
  );
}
