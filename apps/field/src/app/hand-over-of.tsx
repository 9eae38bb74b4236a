import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { handOver, itemsIn } from '../phone/hand-over.ts';
import { UserStore } from '../phone/user-store.ts';

/** For a user who cannot use the phone any more: what the office does not have, as a file. */
export function HandOverOf({ userId }: { readonly userId: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    void itemsIn(new UserStore(userId)).then(({ length }) => setCount(length));
  }, [userId]);
  if (count === 0) return null;
  return (
    <>
      <p>
        <Plural value={count} one="# item is on this phone alone." other="# items are on this phone alone." />
      </p>
      <button type="button" onClick={() => void handOver(new UserStore(userId), userId)}>
        <Trans>Hand over as a file</Trans>
      </button>
    </>
  );
}
