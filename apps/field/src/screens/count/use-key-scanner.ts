import { useEffect, useRef } from 'react';
import { KeyBurst } from '../../scanner/key-burst.ts';

/**
 * Hears a scanner that types, wherever the focus is. The field for codes takes them by itself; what a scanner has typed
 * into another one is taken out again.
 */
export function useKeyScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    const burst = new KeyBurst();
    let before = '';
    const hear = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, altKey, metaKey } = event;
      if (ctrlKey || altKey || metaKey || takesCodes(target)) return;
      const field = target instanceof HTMLInputElement ? target : undefined;
      if (!burst.isGoingOn(event.timeStamp)) before = field?.value ?? '';
      const code = burst.take(key, event.timeStamp);
      if (code === undefined) return;
      // Its Enter must not press the button that has the focus.
      event.preventDefault();
      event.stopPropagation();
      if (field) write(field, before);
      latest.current(code);
    };
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, []);
}

const takesCodes = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.dataset['testid'] === 'scan-input';

/** As somebody would type it: React listens to the event, and to the value that the element had before. */
function write(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
