import { useLedger, usePhone } from '../../app/phone-context.ts';
import { useStored } from '../../parts/use-stored.ts';
import { Place } from './place.tsx';
import { Counter } from './counter.tsx';

const CHOSEN = 'count/session';

/** Counts what a crew brings, in the session that was chosen last on this phone while it is open. */
export default function Count() {
  const phone = usePhone();
  const ledger = useLedger();
  const [key, setKey] = useStored<string>(CHOSEN);
  const choose = (chosen: string | null) => {
    setKey(() => chosen);
    if (chosen !== null) void phone.takeRecords(chosen);
  };
  if (key === undefined) return <p aria-busy="true" />;
  const session = ledger.session(key ?? undefined);
  if (!session || session.isClosed) return <Place onChoose={choose} />;
  return <Counter session={session} onLeave={() => choose(null)} />;
}
