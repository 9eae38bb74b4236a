import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { bytesLeft, isPersisted, persist } from '../phone/storage.ts';

const MEGABYTE = 1_048_576;

/** Whether the browser keeps what is on the phone; it is asked at the first use. */
export function StorageState() {
  const [isKept, setKept] = useState<boolean>();
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    void (async () => {
      setKept((await isPersisted()) ?? (await persist()));
      if (!(await isPersisted())) setKept(await persist());
      setLeft(await bytesLeft());
    })().catch(() => undefined);
  }, []);
  const megabytes = left === undefined ? undefined : Math.round(left / MEGABYTE);
  return (
    <p className={isKept === false ? 'notice' : undefined}>
      {isKept === true && <Trans>The browser keeps what is on this phone.</Trans>}
      {isKept === false && (
        <Trans>
          The browser may delete what is on this phone when storage is short. Install the app from the menu of
          the browser, and send what you record every day.
        </Trans>
      )}
      {megabytes !== undefined && (
        <>
          {' '}
          <Trans>Free: {megabytes} MB</Trans>
        </>
      )}
    </p>
  );
}
