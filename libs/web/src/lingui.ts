import { formatter } from '@lingui/format-po';

/** The catalogs of an app, with the texts of its own sources. */
export const LINGUI = {
  locales: ['en', 'es'],
  sourceLocale: 'en',
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'] }],
  // Line numbers would change the catalogs with every edit.
  format: formatter({ lineNumbers: false }),
};
