import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Router } from 'wouter';
import { usePhoneAccess } from './phone-access.ts';
import { Entrance } from './entrance.tsx';
import { NoStorage } from './no-storage.tsx';
import { PhoneContext } from './phone-context.ts';
import { Shell } from './shell.tsx';

/** The app for whoever uses the phone. */
export function App() {
  const state = usePhoneAccess();
  return (
    <I18nProvider i18n={i18n}>
      <Router base={import.meta.env.BASE_URL.replace(/\/$/, '')}>
        {state.is === 'opening' && <main aria-busy="true" />}
        {state.is === 'broken' && <NoStorage reason={state.reason} />}
        {state.is === 'closed' && <Entrance {...state} />}
        {state.is === 'open' && (
          <PhoneContext key={state.user.userId} value={state}>
            <Shell />
          </PhoneContext>
        )}
      </Router>
    </I18nProvider>
  );
}
