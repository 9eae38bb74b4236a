import { i18n, type Messages } from '@lingui/core';
import { type Language, languageOf } from './language-of.ts';

const KEPT = 'furrow-language';

/** Loads the texts of an app in each language. */
export type Catalogs = Readonly<Record<Language, () => Promise<{ messages: Messages }>>>;

/** A language in the address is remembered, because menu links do not carry it. */
export function languageNow(): Language {
  const language = languageOf(location.search, localStorage.getItem(KEPT), navigator.languages);
  if (new URLSearchParams(location.search).get('lang') === language) localStorage.setItem(KEPT, language);
  return language;
}

/** Loads a language and switches everything to it. */
export async function activateLanguage(catalogs: Catalogs, language: Language): Promise<void> {
  const { messages } = await catalogs[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Stores the choice on this device, and in the address if a language is given there. */
export async function chooseLanguage(catalogs: Catalogs, language: Language): Promise<void> {
  localStorage.setItem(KEPT, language);
  const address = new URL(location.href);
  if (address.searchParams.has('lang')) {
    address.searchParams.set('lang', language);
    history.replaceState(history.state, '', address);
  }
  await activateLanguage(catalogs, language);
}
