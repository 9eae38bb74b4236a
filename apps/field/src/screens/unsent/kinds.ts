import type { Item } from '@furrow/client';
import { useLingui } from '@lingui/react/macro';

/** What each kind of item is called. */
export function useKinds(): Readonly<Record<Item['kind'], string>> {
  const { t } = useLingui();
  return {
    ...{
      session: t`Session opened`,
      close: t`Session closed`,
      record: t`Record`,
      void: t`Record taken back`,
    },
    ...{ worker: t`New worker`, shift: t`Shift`, shiftEnd: t`End of a shift` },
    ...{ form: t`Form`, treatment: t`Treatment` },
  };
}
