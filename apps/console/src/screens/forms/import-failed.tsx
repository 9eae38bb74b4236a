import { FurrowError } from '@furrow/client';
import { useLingui } from '@lingui/react/macro';
import { ActFailed } from '../../parts/acts/act-failed.tsx';

interface Problem {
  readonly sheet: string;
  readonly row: number;
  readonly column: string;
  readonly reason: string;
}

/** Why a workbook does not become a form: place by place where the server names them. */
export function ImportFailed({ error }: { readonly error: Error | null }) {
  const { t } = useLingui();
  const isListed = error instanceof FurrowError && error.code === 'xlsform_unsupported';
  if (!isListed) return <ActFailed error={error} />;
  const problems = error.facts['problems'] as readonly Problem[];
  return (
    <div className="notice bad" role="alert">
      <p>{t`The spreadsheet asks for what a form does not have. Nothing was changed.`}</p>
      <div className="table-frame" role="region" aria-label={t`What a form does not have`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Sheet`}</th>
              <th scope="col">{t`Row`}</th>
              <th scope="col">{t`Column`}</th>
              <th scope="col">{t`Why`}</th>
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
