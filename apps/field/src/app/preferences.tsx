import { useLingui } from '@lingui/react/macro';
import { applyTheme, type Language, LANGUAGES, type Theme, THEMES, themeNow } from '@furrow/web';
import { useState } from 'react';
import { choose } from './language.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Language, and colours for the sun or the shade. */
export function Preferences() {
  const { t, i18n } = useLingui();
  const [theme, setTheme] = useState(themeNow);
  const themes: Readonly<Record<Theme, string>> = {
    system: t`Same as the phone`,
    light: t`Sun`,
    dark: t`Shade`,
  };
  return (
    <div className="fields">
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
            applyTheme(target.value as Theme);
            setTheme(target.value as Theme);
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
