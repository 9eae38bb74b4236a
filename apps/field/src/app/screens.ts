import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ClipboardList, type LucideIcon, Scale, ScanLine, Send, SprayCan, Users } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { persistently } from '../parts/persistently.ts';
import type { PhoneUser } from '../phone/phone-users.ts';

type Role = PhoneUser['user']['role'];

export interface Screen {
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
  readonly roles: readonly Role[];
  readonly page: ComponentType;
  /** Loads its scripts. */
  readonly load: () => Promise<unknown>;
}

function screen(load: () => Promise<{ default: ComponentType }>): Pick<Screen, 'load' | 'page'> {
  return { load, page: lazy(() => persistently(load)) };
}

const CREW = ['supervisor', 'admin'] as const;
const SCOUTS = ['agronomist', 'admin'] as const;
const EVERYBODY = ['supervisor', 'agronomist', 'admin'] as const;

/** Every screen, in the order of the menu. Each is loaded when it is first opened, and kept on the phone before. */
export const SCREENS: readonly Screen[] = [
  {
    ...{ path: '/count', label: msg`Count`, icon: ScanLine, roles: CREW },
    ...screen(() => import('../screens/count/count.tsx')),
  },
  {
    ...{ path: '/crew', label: msg`Crew`, icon: Users, roles: CREW },
    ...screen(() => import('../screens/crew/crew.tsx')),
  },
  {
    ...{ path: '/day-end', label: msg`Day end`, icon: Scale, roles: CREW },
    ...screen(() => import('../screens/day-end/day-end.tsx')),
  },
  {
    ...{ path: '/forms', label: msg`Forms`, icon: ClipboardList, roles: EVERYBODY },
    ...screen(() => import('../screens/forms/forms.tsx')),
  },
  {
    ...{ path: '/treatments', label: msg`Treatments`, icon: SprayCan, roles: SCOUTS },
    ...screen(() => import('../screens/treatments/treatments.tsx')),
  },
  {
    ...{ path: '/unsent', label: msg`Unsent`, icon: Send, roles: EVERYBODY },
    ...screen(() => import('../screens/unsent/unsent.tsx')),
  },
];

export const screensOf = (role: Role): readonly Screen[] =>
  SCREENS.filter(({ roles }) => roles.includes(role));

/** Loads the scripts of the screen at an address while the app asks who is there. */
export function preload(pathname: string): void {
  const asked = SCREENS.find(({ path }) => pathname.endsWith(path)) ?? SCREENS[0];
  // Where it cannot be loaded now, the screen says so when it is shown.
  asked?.load().catch(() => undefined);
}
