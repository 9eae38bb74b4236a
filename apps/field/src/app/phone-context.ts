import { createContext, use, useSyncExternalStore } from 'react';
import type { Answers, Part } from '../office/answers.ts';
import type { Office } from '../office/office.ts';
import type { UserPhone } from '../office/user-phone.ts';
import type { Ledger } from '../phone/ledger.ts';
import type { PhoneUser } from '../phone/phone-users.ts';

interface OpenPhone {
  readonly user: PhoneUser;
  readonly phone: UserPhone;
}

export const PhoneContext = createContext<OpenPhone | undefined>(undefined);

export function useOpenPhone(): OpenPhone {
  const open = use(PhoneContext);
  if (!open) throw new Error('Nobody uses the phone.');
  return open;
}

export const usePhone = (): UserPhone => useOpenPhone().phone;

export const useUser = (): PhoneUser => useOpenPhone().user;

/** What the phone stores; the view is drawn again with each change. */
export function useLedger(): Ledger {
  const { ledger } = usePhone();
  useSyncExternalStore(ledger.subscribe, () => ledger.version);
  return ledger;
}

export function useOffice(): Office {
  const { office } = usePhone();
  useSyncExternalStore(office.subscribe, () => `${office.standing} ${office.answeredAt}`);
  return office;
}

/** Whether the phone still waits for the first answer of the office; what is drawn before would move when it comes. */
export function useIsNew(): boolean {
  const phone = usePhone();
  return useSyncExternalStore(phone.subscribe, () => phone.isNew);
}

const NOTHING: readonly never[] = [];

/** What the office told last; empty before the first time. */
export function useAnswer<P extends Part>(part: P): Answers[P] {
  const phone = usePhone();
  return useSyncExternalStore(phone.subscribe, () => phone.answers[part]?.content ?? (NOTHING as Answers[P]));
}
