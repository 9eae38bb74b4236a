import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  Banknote,
  Bug,
  ClipboardList,
  CloudSun,
  type LucideIcon,
  RadioTower,
  Settings2,
  Sunrise,
  Users,
  Webhook,
  Wheat,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { EarlyRequest } from '../api/early-request.ts';
import { places } from '../api/places.ts';
import { rests } from '../api/rests.ts';
import type { Role } from '../api/session.ts';
import { today } from '../api/today.ts';

export interface Screen {
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
  /** The roles that may see it. */
  readonly roles: readonly Role[];
  readonly page: () => ComponentType;
  readonly load: () => Promise<unknown>;
  /** What it needs first, which is requested while it loads. */
  readonly early?: readonly EarlyRequest<unknown>[];
  /** Reachable from another screen only. */
  readonly isHidden?: true;
}

const EVERYBODY = ['admin', 'supervisor', 'agronomist'] as const;
const HARVEST = ['admin', 'supervisor'] as const;
const OFFICE = ['admin'] as const;

/** A screen that is already there is shown at once; React would show that it is loading first, for 300 ms. */
function lazily(load: () => Promise<{ default: ComponentType }>): Pick<Screen, 'page' | 'load'> {
  let page: ComponentType | undefined;
  const loading = async () => {
    const loaded = await load();
    page = loaded.default;
    return loaded;
  };
  const whenLoaded = lazy(loading);
  return { page: () => page ?? whenLoaded, load: loading };
}

/** Every screen, in the order of the menu. Each is loaded when it is first opened. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/today',
    label: msg`Today`,
    icon: Sunrise,
    roles: HARVEST,
    early: [places, today, rests],
    ...lazily(() => import('../screens/today/today.tsx')),
  },
  {
    ...{ path: '/sessions/:sessionId', label: msg`Session`, icon: Sunrise, roles: HARVEST, isHidden: true },
    ...lazily(() => import('../screens/session/session.tsx')),
  },
  {
    ...{ path: '/harvest', label: msg`Harvest`, icon: Wheat, roles: HARVEST, early: [places] },
    ...lazily(() => import('../screens/harvest/harvest.tsx')),
  },
  {
    ...{ path: '/scouting', label: msg`Scouting`, icon: Bug, roles: EVERYBODY, early: [places] },
    ...lazily(() => import('../screens/scouting/scouting.tsx')),
  },
  {
    ...{ path: '/forms', label: msg`Forms`, icon: ClipboardList, roles: EVERYBODY },
    ...lazily(() => import('../screens/forms/forms.tsx')),
  },
  {
    ...{ path: '/forms/:key', label: msg`Form`, icon: ClipboardList, roles: EVERYBODY, isHidden: true },
    ...lazily(() => import('../screens/forms/form.tsx')),
  },
  {
    ...{ path: '/climate', label: msg`Climate`, icon: CloudSun, roles: EVERYBODY, early: [places] },
    ...lazily(() => import('../screens/climate/climate.tsx')),
  },
  {
    ...{ path: '/workers', label: msg`Workers`, icon: Users, roles: HARVEST },
    ...lazily(() => import('../screens/workers/workers.tsx')),
  },
  {
    ...{ path: '/pay', label: msg`Pay`, icon: Banknote, roles: OFFICE },
    ...lazily(() => import('../screens/pay/pay.tsx')),
  },
  {
    ...{ path: '/pay/:payRunId', label: msg`Pay run`, icon: Banknote, roles: OFFICE, isHidden: true },
    ...lazily(() => import('../screens/pay/pay-run.tsx')),
  },
  {
    ...{
      path: '/pay/:payRunId/:workerId',
      label: msg`Pay statement`,
      icon: Banknote,
      roles: OFFICE,
      isHidden: true,
    },
    ...lazily(() => import('../screens/pay/statement.tsx')),
  },
  {
    ...{ path: '/devices', label: msg`Devices`, icon: RadioTower, roles: OFFICE },
    ...lazily(() => import('../screens/devices/devices.tsx')),
  },
  {
    ...{ path: '/integrations', label: msg`Integrations`, icon: Webhook, roles: OFFICE },
    ...lazily(() => import('../screens/integrations/integrations.tsx')),
  },
  {
    ...{
      path: '/integrations/:webhookId',
      label: msg`Webhook`,
      icon: Webhook,
      roles: OFFICE,
      isHidden: true,
    },
    ...lazily(() => import('../screens/integrations/webhooks/webhook.tsx')),
  },
  {
    ...{ path: '/settings', label: msg`Settings`, icon: Settings2, roles: OFFICE },
    ...lazily(() => import('../screens/settings/settings.tsx')),
  },
];

export const mayOpen = (screen: Screen, role: Role): boolean => screen.roles.includes(role);

/** The menu of a role. */
export const menuOf = (role: Role): readonly Screen[] =>
  SCREENS.filter((screen) => !screen.isHidden && mayOpen(screen, role));

/** Loads the screen at an address, so that it can be shown when the user is known. */
export async function preloadScreen(address: string): Promise<void> {
  const given = address.split('/');
  const isThere = ({ path }: Screen) => {
    const parts = path.split('/');
    return (
      parts.length === given.length && parts.every((part, i) => part.startsWith(':') || part === given[i])
    );
  };
  const screen = SCREENS.find(isThere);
  for (const request of screen?.early ?? []) request.send();
  // Where it fails, rendering the screen fails, and says so.
  await screen?.load().catch(() => undefined);
}
