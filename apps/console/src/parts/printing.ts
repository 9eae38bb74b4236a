import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

let isOnPaper = false;
window.addEventListener('beforeprint', () => (isOnPaper = true));
window.addEventListener('afterprint', () => (isOnPaper = false));

/** Whether the page is being printed; for what is first rendered then, and hears of no event. */
export const isPrinting = (): boolean => isOnPaper;

/** Whether the page is being printed, where users cannot ask for more rows. */
export function useIsPrinting(): boolean {
  const [isPrinted, setPrinted] = useState(isPrinting);
  useEffect(() => {
    // The browser prints the DOM as it is when the event handler returns.
    const begin = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}
