export { Browser, isChromiumHere } from './browser.ts';
export { DevTools } from './dev-tools.ts';
export { FieldPage, SCANNER } from './field-page.ts';
