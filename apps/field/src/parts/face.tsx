import { useEffect, useState } from 'react';
import { usePhone } from '../app/phone-context.ts';
import { photoOf } from '../office/photos.ts';

/** The photo of a worker, else their initials; it is hidden from screen readers, because the name stands beside it. */
export function Face({ workerId, name }: { readonly workerId: string; readonly name: string }) {
  const phone = usePhone();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isHere = true;
    void photoOf(phone.store, workerId).then((found) => isHere && setUrl(found));
    return () => {
      isHere = false;
    };
  }, [phone, workerId]);
  return (
    <span className="face" aria-hidden="true">
      {url === undefined ? initialsOf(name) : <img src={url} alt="" />}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words[0], words.at(-1)].map((word) => [...(word ?? '')][0] ?? '').join('');
}
