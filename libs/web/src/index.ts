export { LANGUAGES, type Language } from './language-of.ts';
export { activateLanguage, type Catalogs, chooseLanguage, languageNow } from './language.ts';
export { type Caller, type Callers, hasEnded, isInactive, onBehalfOf } from './on-behalf.ts';
export { outboxFileOf, type Taken, takeOutboxFile, type WhyNot } from './outbox-file.ts';
export { signInAddress } from './sign-in-address.ts';
export { applyTheme, type Theme, THEMES, themeNow } from './theme.ts';
