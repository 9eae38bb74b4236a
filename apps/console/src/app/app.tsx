import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { queries } from '../api/queries.ts';
import { Entrance } from './entrance.tsx';

/** The providers around all screens. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Router base={import.meta.env.BASE_URL.replace(/\/$/, '')}>
          <Entrance />
        </Router>
      </QueryClientProvider>
    </I18nProvider>
  );
}
