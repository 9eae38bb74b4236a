import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { ActForm } from '../../parts/acts/act-form.tsx';
import { DirectChange } from '../../parts/farm/change-dialog.tsx';
import type { FarmRequest } from '../../parts/farm/farm-query.ts';
import { useLastChange } from '../../parts/farm/last-change.tsx';
import { importOf } from './form-query.ts';
import { ImportFailed } from './import-failed.tsx';
import { UndoNotice } from './undo-notice.tsx';

/** Adds or replaces a form by an XLSForm: first what would change, then the change. */
export function ImportForm() {
  const { t } = useLingui();
  const [file, setFile] = useState<File>();
  const [key, setKey] = useState('');
  const [request, ask] = useState<FarmRequest>();
  return (
    <details className="disclosure">
      <summary>{t`Add a form from an XLSForm`}</summary>
      <ActForm
        onSubmit={() => {
          if (file) ask(importOf(file, key));
        }}
      >
        <label>
          <span>{t`Spreadsheet (.xlsx, at most 5 MB)`}</span>
          <input type="file" required accept=".xlsx" onChange={({ target }) => setFile(target.files?.[0])} />
        </label>
        <label>
          <span>{t`Key`}</span>
          <input
            maxLength={100}
            value={key}
            placeholder={t`form_id of the file`}
            onChange={({ target }) => setKey(target.value.trim())}
          />
        </label>
        <button type="submit" className="primary">{t`Show what will change`}</button>
        <UndoNotice />
        <NextStep />
      </ActForm>
      {request && (
        <DirectChange
          title={t`What will change`}
          request={request}
          failed={(error) => <ImportFailed error={error} />}
          onClose={() => ask(undefined)}
        />
      )}
    </details>
  );
}

/** A new form is seen by admins alone, until they say who else sees it. */
function NextStep() {
  const { t } = useLingui();
  const { last } = useLastChange();
  const form = last.find(({ kind, action }) => kind === 'form' && action === 'created');
  if (!form) return null;
  return (
    <p>
      {t`Only admins see the new form.`}{' '}
      <Link href={`/forms/${encodeURIComponent(form.key)}`}>{t`Say who else sees it`}</Link>
    </p>
  );
}
