import { FurrowError } from '@furrow/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { FarmChange } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { ChangeDialog } from '../../parts/farm/change-dialog.tsx';
import { useFarm, useFarmDraft } from '../../parts/farm/farm-query.ts';
import { importDraft } from './form-query.ts';
import { UndoNotice } from './undo-notice.tsx';

/** Adds or replaces a form by an XLSForm: first what would change, then the change. */
export function ImportForm() {
  const { t } = useLingui();
  const [file, setFile] = useState<File>();
  const [key, setKey] = useState('');
  const { data: farm } = useFarm(true);
  const { draft, show, drop, make, made } = useFarmDraft();
  const asking = useMutation({
    mutationFn: async (given: { readonly file: File; readonly version: string }) =>
      show(await importDraft(given.file, key, given.version)),
  });
  return (
    <details>
      <summary>
        <Trans>Add a form from an XLSForm</Trans>
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (file && farm) asking.mutate({ file, version: farm.version });
        }}
      >
        <label>
          <span>
            <Trans>Spreadsheet (.xlsx, at most 5 MB)</Trans>
          </span>
          <input
            type="file"
            required
            accept=".xlsx"
            onChange={({ target }) => {
              asking.reset();
              setFile(target.files?.[0]);
            }}
          />
        </label>
        <label>
          <span>
            <Trans>Key</Trans>
          </span>
          <input
            maxLength={100}
            value={key}
            placeholder={t`form_id of the file`}
            onChange={({ target }) => setKey(target.value.trim())}
          />
        </label>
        <button type="submit" className="primary" disabled={farm === undefined || asking.isPending}>
          <Trans>Show what will change</Trans>
        </button>
        <Unsupported error={asking.error} />
        {made && <UndoNotice made={made} />}
        {made && <NextStep made={made} />}
      </form>
      {draft && <ChangeDialog draft={draft} make={make} onClose={drop} />}
    </details>
  );
}

/** A new form is seen by admins alone, until they say who else sees it. */
function NextStep({ made }: { readonly made: readonly FarmChange[] }) {
  const form = made.find(({ kind, action }) => kind === 'form' && action === 'created');
  if (!form) return null;
  return (
    <p>
      <Trans>Only admins see the new form.</Trans>{' '}
      <Link href={`/forms/${encodeURIComponent(form.key)}`}>
        <Trans>Say who else sees it</Trans>
      </Link>
    </p>
  );
}

interface Problem {
  readonly sheet: string;
  readonly row: number;
  readonly column: string;
  readonly reason: string;
}

/** Why a workbook does not become a form: place by place where the server names them. */
function Unsupported({ error }: { readonly error: Error | null }) {
  const { t } = useLingui();
  const isListed = error instanceof FurrowError && error.code === 'xlsform_unsupported';
  if (!isListed) return <ActFailed error={error} />;
  const problems = error.facts['problems'] as readonly Problem[];
  return (
    <div className="notice bad" role="alert">
      <p>
        <Trans>The spreadsheet asks for what a form does not have. Nothing was changed.</Trans>
      </p>
      <div className="table-frame" role="region" aria-label={t`What a form does not have`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Sheet</Trans>
              </th>
              <th scope="col">
                <Trans>Row</Trans>
              </th>
              <th scope="col">
                <Trans>Column</Trans>
              </th>
              <th scope="col">
                <Trans>Why</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ sheet, row, column, reason }) => (
              <tr key={`${sheet} ${row} ${column} ${reason}`}>
                <td>{sheet}</td>
                <td className="number">{row}</td>
                <td>
                  <code>{column}</code>
                </td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
