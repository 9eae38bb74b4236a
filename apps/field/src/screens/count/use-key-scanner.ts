import { useEffect, useRef } from 'react';
import { KeyBurst } from '../../scanner/key-burst.ts';

/** Hears a scanner that types, wherever the focus is. A field that takes codes hears it by itself. */
export function useKeyScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    const burst = new KeyBurst();
    const hear = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, altKey, metaKey } = event;
      const isTyping =
        target instanceof HTMLInputElement ||
        target instanceof HTMLSelectElement ||
        target instanceof HTMLTextAreaElement;
      if (isTyping || ctrlKey || altKey || metaKey) return;
      const code = burst.take(key, event.timeStamp);
      if (code === undefined) return;
      // Its Enter must not press the button that has the focus.
      event.preventDefault();
      event.stopPropagation();
      latest.current(code);
    };
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, []);
}
