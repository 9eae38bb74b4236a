import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ClipboardList, type LucideIcon, Scale, ScanLine, Send, SprayCan, Users } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { PhoneUser } from '../phone/phone-users.ts';

type Role = PhoneUser['user']['role'];

export interface Screen {
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
  readonly roles: readonly Role[];
  readonly page: ComponentType;
}

const CREW = ['supervisor', 'admin'] as const;
const SCOUTS = ['agronomist', 'admin'] as const;
const EVERYBODY = ['supervisor', 'agronomist', 'admin'] as const;

/** Every screen, in the order of the menu. Each is loaded when it is first opened, and kept on the phone before. */
export const SCREENS: readonly Screen[] = [
  {
    ...{ path: '/count', label: msg`Count`, icon: ScanLine, roles: CREW },
    page: lazy(() => import('../screens/count/count.tsx')),
  },
  {
    ...{ path: '/crew', label: msg`Crew`, icon: Users, roles: CREW },
    page: lazy(() => import('../screens/crew/crew.tsx')),
  },
  {
    ...{ path: '/day-end', label: msg`Day end`, icon: Scale, roles: CREW },
    page: lazy(() => import('../screens/day-end/day-end.tsx')),
  },
  {
    ...{ path: '/forms', label: msg`Forms`, icon: ClipboardList, roles: EVERYBODY },
    page: lazy(() => import('../screens/forms/forms.tsx')),
  },
  {
    ...{ path: '/treatments', label: msg`Treatments`, icon: SprayCan, roles: SCOUTS },
    page: lazy(() => import('../screens/treatments/treatments.tsx')),
  },
  {
    ...{ path: '/unsent', label: msg`Unsent`, icon: Send, roles: EVERYBODY },
    page: lazy(() => import('../screens/unsent/unsent.tsx')),
  },
];

export const screensOf = (role: Role): readonly Screen[] =>
  SCREENS.filter(({ roles }) => roles.includes(role));
