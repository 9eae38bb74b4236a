import { Plural, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Answered } from '../../parts/answered.tsx';
import { Choose } from '../../parts/fields/choose.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Screen } from '../../parts/screen.tsx';
import { ImportWorkers } from './import/import-workers.tsx';
import { KeepsLastWorkerChange, UndoWorkerChange } from './last-worker-change.tsx';
import { NoWorkers } from './no-workers.tsx';
import { PrintBadges } from './print-badges.tsx';
import { WorkerDialog } from './worker-dialog.tsx';
import { useWorkerOptions, useWorkers, type WorkerFilters } from './worker-query.ts';
import { WorkerTable } from './worker-table.tsx';

/** The status that is shown first. */
const USUAL = 'active';

/** The people who work: search, new ones, changes, badges, and lists to import. */
export default function Workers() {
  return (
    <KeepsLastWorkerChange>
      <WorkersScreen />
    </KeepsLastWorkerChange>
  );
}

function WorkersScreen() {
  const { t } = useLingui();
  const { data: options } = useWorkerOptions();
  const isUsual = options?.status.includes(USUAL) ?? true;
  const [chosen, setFilters] = useState<WorkerFilters>({ q: '', status: USUAL, page: 1 });
  // A farm may have other words for it.
  const filters = chosen.status === USUAL && !isUsual ? { ...chosen, status: '' } : chosen;
  const [isOpen, open] = useState(false);
  const workers = useWorkers(filters);
  return (
    <Screen
      title={t`Workers`}
      beside={
        <>
          <UndoWorkerChange />{' '}
          <button type="button" className="primary no-print" onClick={() => open(true)}>
            <UserPlus /> {t`New worker`}
          </button>
        </>
      }
    >
      <Search filters={filters} statuses={options?.status ?? []} onChange={setFilters} />
      <Answered of={workers}>
        {(found) => (
          <>
            <p role="status">
              <Plural value={found.total} one="# worker" other="# workers" />
            </p>
            {found.workers.length === 0 ? (
              <NoWorkers
                isFiltered={filters.q !== '' || filters.status !== (isUsual ? USUAL : '')}
                options={options}
              />
            ) : (
              <>
                <PrintBadges workers={found.workers} />
                <WorkerTable workers={found.workers} />
              </>
            )}
            <Pager
              label={t`Workers`}
              page={filters.page}
              pages={found.pages}
              onPage={(page) => setFilters({ ...filters, page })}
            />
          </>
        )}
      </Answered>
      <ImportWorkers />
      {isOpen && <WorkerDialog onClose={() => open(false)} />}
    </Screen>
  );
}

interface SearchProps {
  readonly filters: WorkerFilters;
  readonly statuses: readonly string[];
  readonly onChange: (filters: WorkerFilters) => void;
}

function Search({ filters, statuses, onChange }: SearchProps) {
  const { t } = useLingui();
  const choices = [
    { value: '', label: t`everybody` },
    ...statuses.map((status) => ({ value: status, label: status })),
  ];
  return (
    <div className="fields no-print" role="search">
      <label>
        <span>{t`Name or code`}</span>
        <input
          type="search"
          value={filters.q}
          onChange={({ target }) => onChange({ ...filters, q: target.value, page: 1 })}
        />
      </label>
      <Choose
        label={t`Status`}
        value={filters.status}
        options={choices}
        onChange={(status) => onChange({ ...filters, status, page: 1 })}
      />
    </div>
  );
}
