import { Trans, useLingui } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { useEvents } from '../api/live.ts';
import { useIsOnline } from '../api/online.ts';
import type { SignedIn } from '../api/session.ts';
import { Loading } from '../parts/states.tsx';
import { Account } from './account.tsx';
import { CrashNotice } from './crash-notice.tsx';
import { Brand } from './frame.tsx';
import { Menu } from './menu-bar.tsx';
import { mayOpen, menuOf, SCREENS, type Screen } from './menu.ts';
import { SignedInContext } from './signed-in.ts';

/** The menu, notices, and the screen at the current address. */
export function Shell({ signedIn }: { readonly signedIn: SignedIn }) {
  const { t } = useLingui();
  useEvents();
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  // Moves the focus to the new screen, so that users of keyboards and screen readers do not have to pass the menu
  // again.
  const before = useRef(location);
  useEffect(() => {
    if (before.current !== location) main.current?.focus();
    before.current = location;
  }, [location]);
  return (
    <SignedInContext value={signedIn}>
      <a className="skip" href="#main">{t`Skip to the content`}</a>
      <header className="top">
        <Link href="/" className="brand">
          <Brand name={signedIn.company.name} />
        </Link>
        <Account />
      </header>
      <Menu items={menuOf(signedIn.user.role)} />
      <main id="main" ref={main} tabIndex={-1}>
        <OfflineNotice />
        <CrashNotice key={location}>
          <Suspense fallback={<Loading />}>
            <Screens signedIn={signedIn} />
          </Suspense>
        </CrashNotice>
      </main>
    </SignedInContext>
  );
}

function Screens({ signedIn: { user } }: { readonly signedIn: SignedIn }) {
  const { t } = useLingui();
  const first = menuOf(user.role)[0]?.path ?? '/today';
  return (
    <Switch>
      {SCREENS.map((screen) => (
        <Route key={screen.path} path={screen.path}>
          {mayOpen(screen, user.role) ? <Page of={screen} /> : <NotYours screen={screen} />}
        </Route>
      ))}
      <Route path="/">
        <Redirect to={first} replace />
      </Route>
      <Route>
        <section className="state">
          <h1>{t`There is no such page`}</h1>
          <Link href={first} className="button">{t`Go to the first screen`}</Link>
        </section>
      </Route>
    </Switch>
  );
}

function Page({ of }: { readonly of: Screen }) {
  // Chosen once, because another component would lose its state.
  const [Shown] = useState(of.page);
  return <Shown />;
}

function NotYours({ screen }: { readonly screen: Screen }) {
  const { t, i18n } = useLingui();
  const name = i18n._(screen.label);
  return (
    <section className="state">
      <h1>{name}</h1>
      <p>{t`This screen is not for your role. An admin of the farm can open it, or give you another role.`}</p>
    </section>
  );
}

function OfflineNotice() {
  if (useIsOnline()) return null;
  return (
    <p className="notice warn" role="status">
      <WifiOff />{' '}
      <Trans>No network. You see the last known data; your changes are stored and sent later.</Trans>
    </p>
  );
}
