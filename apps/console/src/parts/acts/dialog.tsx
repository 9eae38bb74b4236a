import { useLingui } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ActFailed } from './act-failed.tsx';

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** @param close closes it, which returns the focus to what opened it */
  readonly children: (close: () => void) => ReactNode;
}

/** A question or a form over the page, while nothing else can be used. Escape closes it. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}

interface ConfirmProps<Result> {
  readonly title: ReactNode;
  /** The consequences of the action. */
  readonly question: ReactNode;
  readonly label: ReactNode;
  readonly by: UseMutationResult<Result, Error, void>;
  /** Shown in place of the question when it is done; without it the dialog closes. */
  readonly done?: (result: Result) => ReactNode;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog<Result>({ title, question, label, by, done, onClose }: ConfirmProps<Result>) {
  const { t } = useLingui();
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) =>
        done && by.isSuccess ? (
          <>
            {done(by.data)}
            <p className="answers">
              <button type="button" onClick={close}>{t`Close`}</button>
            </p>
          </>
        ) : (
          <>
            <p>{question}</p>
            <ActFailed error={by.error} />
            <p className="answers">
              <button type="button" onClick={close}>{t`Cancel`}</button>
              <button
                type="button"
                className="bad"
                disabled={by.isPending}
                onClick={() => by.mutate(undefined, { onSuccess: () => done ?? close() })}
              >
                {label}
              </button>
            </p>
          </>
        )
      }
    </Dialog>
  );
}
