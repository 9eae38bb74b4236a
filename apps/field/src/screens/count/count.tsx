import { useEffect, useState } from 'react';
import { useLedger, usePhone } from '../../app/phone-context.ts';
import { Place } from './place.tsx';
import { Counter } from './counter.tsx';

const CHOSEN = 'count/session';

/** Counts what a crew brings, in the session that was chosen last on this phone while it is open. */
export default function Count() {
  const phone = usePhone();
  const ledger = useLedger();
  const [key, setKey] = useState<string | null>();
  useEffect(() => {
    void phone.store.read<string>(CHOSEN).then((found) => setKey(found ?? null));
  }, [phone]);
  const choose = (chosen: string | null) => {
    setKey(chosen);
    void phone.store.write(CHOSEN, chosen);
    if (chosen !== null) void phone.takeRecords(chosen);
  };
  if (key === undefined) return <p aria-busy="true" />;
  const session = ledger.session(key ?? undefined);
  if (!session || session.isClosed) return <Place onChoose={choose} />;
  return <Counter session={session} onLeave={() => choose(null)} />;
}
