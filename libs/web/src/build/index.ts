export { type BrowserApp, browserApp } from './browser-app.ts';
