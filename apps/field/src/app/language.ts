import { activateLanguage, type Catalogs, chooseLanguage, type Language } from '@furrow/web';

const CATALOGS: Catalogs = {
  en: () => import('../locales/en.po'),
  es: () => import('../locales/es.po'),
};

/** Loads a language and switches everything to it. */
export const activate = (language: Language): Promise<void> => activateLanguage(CATALOGS, language);

/** The same, and remembers the choice. */
export const choose = (language: Language): Promise<void> => chooseLanguage(CATALOGS, language);
