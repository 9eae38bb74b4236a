import './styles/index.css';
import { applyTheme, languageNow, themeNow } from '@furrow/web';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { phoneAccess } from './app/phone-access.ts';
import { activate } from './app/language.ts';
import { preload } from './app/screens.ts';
import { keepUpToDate } from './app/update.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root.');

applyTheme(themeNow());
void phoneAccess.open();
preload(location.pathname);
await activate(languageNow());
createRoot(root).render(<App />);
if (import.meta.env.PROD) keepUpToDate();
