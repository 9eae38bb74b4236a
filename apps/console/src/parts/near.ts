import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isPrinting } from './printing.ts';

/** How far below the screen work begins, so that scrolling finds it done. */
const AHEAD = '300px 0px';

/**
 * Whether an element has come near what the screen shows, or goes on paper; it stays true. For work that takes
 * long, such as drawing, and that users may never scroll to.
 */
export function useIsNear(target: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(isPrinting);
  useEffect(() => {
    const element = target.current;
    if (isNear || !element) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    // The browser prints the DOM as it is when the event handler returns.
    const printed = () => flushSync(() => setNear(true));
    window.addEventListener('beforeprint', printed);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', printed);
    };
  }, [target, isNear]);
  return isNear;
}
