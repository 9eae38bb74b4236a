import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { useWorkerOptions } from '../worker-query.ts';
import { ChooseColumns } from './choose-columns.tsx';
import { readList } from './import-query.ts';

/** Registers the workers of a file: first its columns, then what happens to each row, then the change. */
export function ImportWorkers() {
  const { t } = useLingui();
  const { data: options } = useWorkerOptions();
  const [turn, setTurn] = useState(0);
  const reading = useMutation({ mutationFn: readList, onSuccess: () => setTurn(turn + 1) });
  return (
    <details className="disclosure no-print">
      <summary>{t`Import a list of workers`}</summary>
      <label>
        <span>{t`Spreadsheet (.xlsx) or CSV, at most 5 MB`}</span>
        <input
          type="file"
          accept=".xlsx,.csv,.txt,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) reading.mutate(file);
          }}
        />
      </label>
      <ActFailed error={reading.error} />
      {reading.data && options && <ChooseColumns key={turn} list={reading.data} options={options} />}
    </details>
  );
}
