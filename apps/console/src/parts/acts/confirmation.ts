import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface Confirmation {
  readonly isAsked: boolean;
  readonly ask: (isAsked: boolean) => void;
  /** For the button that asks, and for the one that cancels. */
  readonly focused: RefObject<HTMLButtonElement | null>;
  /** For the element around the answers: Escape cancels. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A button that is replaced by a question, and comes back. The focus follows, because it would be lost with the button:
 * first to the answer that changes nothing, then back.
 */
export function useConfirmation(): Confirmation {
  const [isAsked, ask] = useState(false);
  const focused = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (isAsked !== wasAsked.current) focused.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  return { isAsked, ask, focused, onKeyDown: ({ key }) => key === 'Escape' && ask(false) };
}
