import './styles/index.css';
import { applyTheme, languageNow, themeNow } from '@furrow/web';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { places } from './api/places.ts';
import { rests } from './api/rests.ts';
import { watchSession, whoIsThere } from './api/session.ts';
import { today } from './api/today.ts';
import { App } from './app/app.tsx';
import { activate } from './app/language.ts';
import { preloadScreen } from './app/menu.ts';
import { dropLastAnswers, keepLastAnswers } from './api/kept/last-answers.ts';
import { queries } from './api/queries.ts';
import { prepareFormats } from './parts/format.ts';

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root.');

applyTheme(themeNow());
whoIsThere.send();
const screen = preloadScreen(location.pathname.slice(import.meta.env.BASE_URL.length - 1));
const language = languageNow();
// While the texts are loaded, so that no screen waits for it.
prepareFormats(language);
keepLastAnswers(queries);
watchSession(() => {
  places.drop();
  today.drop();
  rests.drop();
  dropLastAnswers(queries);
});
await Promise.all([activate(language), screen]);
const root = createRoot(element);
// A transition renders in short tasks, between which the page reacts.
startTransition(() => root.render(<App />));

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`, {
    scope: import.meta.env.BASE_URL,
  });
