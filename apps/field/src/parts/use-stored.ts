import { useCallback, useEffect, useRef, useState } from 'react';
import { usePhone } from '../app/phone-context.ts';

type Change<Content> = (before: Content | null) => Content | null;

/**
 * A document of the user on this phone: undefined until it is read, null where there is none. A change holds at once, also if
 * the phone cannot store it, and answers what was there before.
 */
export function useStored<Content>(
  name: string,
): [Content | null | undefined, (change: Change<Content>) => Content | null, now: () => Content | null] {
  const phone = usePhone();
  const [content, setContent] = useState<Content | null>();
  const latest = useRef<Content | null>(null);
  const show = useCallback((found: Content | null) => {
    latest.current = found;
    setContent(found);
  }, []);
  useEffect(() => {
    void phone.store.read<Content>(name).then((found) => show(found ?? null));
  }, [phone, name, show]);
  const change = useCallback(
    (of: Change<Content>) => {
      const before = latest.current;
      show(of(before));
      phone.store.write(name, latest.current).catch(() => undefined);
      return before;
    },
    [phone, name, show],
  );
  const now = useCallback(() => latest.current, []);
  return [content, change, now];
}
