import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { NotStored } from './not-stored.tsx';
import { OfficeBar } from './office-bar.tsx';
import { useUser } from './phone-context.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { screensOf } from './screens.ts';
import { UserMenu } from './user-menu.tsx';

/** What is on the phone and in the office, the screen at the address, and the menu under the thumb. */
export function Shell() {
  const { user } = useUser();
  const screens = screensOf(user.role);
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(location);
  useEffect(() => {
    if (before.current !== location) main.current?.focus();
    before.current = location;
  }, [location]);
  const first = screens[0]?.path ?? '/unsent';
  return (
    <>
      <header className="top">
        <OfficeBar />
        <UserMenu />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <NotStored />
        <ScreenBoundary key={location}>
          <Suspense fallback={<p aria-busy="true" />}>
            <Switch>
              {screens.map(({ path, page: Page }) => (
                <Route key={path} path={path}>
                  <Page />
                </Route>
              ))}
              <Route path="/">
                <Redirect to={first} replace />
              </Route>
              <Route>
                <NoSuchScreen first={first} />
              </Route>
            </Switch>
          </Suspense>
        </ScreenBoundary>
      </main>
      <Menu />
    </>
  );
}

function Menu() {
  const { t, i18n } = useLingui();
  const { user } = useUser();
  const [location] = useLocation();
  return (
    <nav className="menu" aria-label={t`Screens`}>
      {screensOf(user.role).map(({ path, label, icon: Icon }) => (
        <Link key={path} href={path} aria-current={location === path ? 'page' : undefined}>
          <Icon />
          {i18n._(label)}
        </Link>
      ))}
    </nav>
  );
}

function NoSuchScreen({ first }: { readonly first: string }) {
  const { t } = useLingui();
  return (
    <section className="card">
      <h1>{t`This screen is not for your role`}</h1>
      <Link href={first} className="button">{t`Go to the first screen`}</Link>
    </section>
  );
}
