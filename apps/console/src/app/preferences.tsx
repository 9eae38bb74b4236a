import { applyTheme, type Language, LANGUAGES, type Theme, THEMES, themeNow } from '@furrow/web';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { choose } from './language.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Language, and light or dark theme. */
export function Preferences() {
  const { t, i18n } = useLingui();
  const [theme, setTheme] = useState(themeNow);
  const themes: Readonly<Record<Theme, string>> = {
    system: t`Same as the device`,
    light: t`Light`,
    dark: t`Dark`,
  };
  return (
    <div className="preferences">
      <label>
        <span>{t`Language`}</span>
        <select value={i18n.locale} onChange={({ target }) => void choose(target.value as Language)}>
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {NAMES[language]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t`Colours`}</span>
        <select
          value={theme}
          onChange={({ target }) => {
            const chosen = target.value as Theme;
            applyTheme(chosen);
            setTheme(chosen);
          }}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {themes[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
