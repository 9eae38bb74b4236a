import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FormField } from '../../../api/types.ts';
import { Choose } from '../../../parts/fields/choose.tsx';
import { shownFields, type Typed } from './filled.ts';
import { PreviewField } from './preview-field.tsx';
import { inLanguage } from './in-language.ts';

/** A form as a phone shows it, which can be filled in; nothing is sent. */
export function Preview({ fields }: { readonly fields: readonly FormField[] }) {
  const { t, i18n } = useLingui();
  const languages = [
    ...new Set(fields.flatMap(({ translations = [] }) => translations.map(({ language }) => language))),
  ];
  const [language, setLanguage] = useState(languages.includes(i18n.locale) ? i18n.locale : '');
  const [typed, setTyped] = useState<Typed>({});
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  const shown = shownFields(fields, typed);
  return (
    <>
      {languages.length > 0 && (
        <div className="filters">
          <Choose
            label={t`Language`}
            value={language}
            options={[
              { value: '', label: t`The form’s own` },
              ...languages.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
            ]}
            onChange={setLanguage}
          />
        </div>
      )}
      <div className="phone">
        {shown.length === 0 && <p>{t`The form asks nothing yet.`}</p>}
        {shown.map(({ field, problem, isMissing }) => (
          <PreviewField
            key={field.name}
            field={inLanguage(field, language)}
            typed={typed[field.name]}
            problem={problem}
            isMissing={isMissing}
            onType={(value) => setTyped({ ...typed, [field.name]: value })}
          />
        ))}
      </div>
      <p className="no-print">
        <button type="button" onClick={() => setTyped({})}>{t`Empty it`}</button>
      </p>
    </>
  );
}
