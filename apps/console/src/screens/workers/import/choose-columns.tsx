import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useChange } from '../../../api/change.ts';
import { useCompany } from '../../../app/signed-in.ts';
import type { ListMember, WorkerList, WorkerOptions } from '../../../api/types.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Choose } from '../../../parts/fields/choose.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { draftOf, type WorkerDraft } from '../worker-draft.ts';
import { register } from './import-query.ts';
import { type ColumnChoice, orderIn, workersOf } from './list-rows.ts';
import { Outcomes } from './outcomes.tsx';
import { useMemberNames } from './member-names.ts';

type ListDefaults = Pick<WorkerDraft, 'position' | 'employment_type' | 'status' | 'hire_date'>;

interface Props {
  readonly list: WorkerList;
  readonly options: WorkerOptions;
}

/** What each column is, as it was guessed, and what applies to rows that say nothing. */
export function ChooseColumns({ list, options }: Props) {
  const [columns, setColumns] = useState<ColumnChoice>(() => list.columns.map(({ member }) => member ?? ''));
  const { timezone } = useCompany();
  const [defaults, setDefaults] = useState((): ListDefaults => {
    const { position, employment_type, status, hire_date } = draftOf(undefined, options, timezone);
    return { position, employment_type, status, hire_date };
  });
  const workers = () => workersOf(list, columns, defaults, orderIn(list, columns.indexOf('hire_date')));
  const asking = useChange('import-preview', () => register(workers(), true));
  const registering = useChange('workers', () => register(workers(), false));
  const change = (next: () => void) => {
    asking.reset();
    registering.reset();
    next();
  };
  return (
    <div className="import">
      {list.encoding === 'windows-1252' && (
        <p className="notice warn" role="status">
          <Trans>
            The file is not in UTF-8: it was read as Windows-1252. Look whether names have their accents.
          </Trans>
        </p>
      )}
      <ColumnFields list={list} columns={columns} onChange={(next) => change(() => setColumns(next))} />
      <DefaultFields
        defaults={defaults}
        options={options}
        onChange={(next) => change(() => setDefaults(next))}
      />
      <button type="button" disabled={asking.isPending} onClick={() => asking.mutate()}>
        <Trans>Show what will happen</Trans>
      </button>
      <ActFailed error={asking.error ?? registering.error} />
      {asking.data && (
        <Outcomes
          outcomes={registering.data ?? asking.data}
          isDone={registering.isSuccess}
          isPending={registering.isPending}
          onConfirm={() => registering.mutate()}
        />
      )}
    </div>
  );
}

interface ColumnProps {
  readonly list: WorkerList;
  readonly columns: ColumnChoice;
  readonly onChange: (columns: ColumnChoice) => void;
}

function ColumnFields({ list, columns, onChange }: ColumnProps) {
  const { t } = useLingui();
  const names = useMemberNames();
  const members = [
    { value: '' as const, label: t`nothing` },
    ...(Object.entries(names) as [ListMember, string][]).map(([value, label]) => ({ value, label })),
  ];
  return (
    <fieldset>
      <legend>{t`What the columns are`}</legend>
      {list.columns.map(({ heading }, at) => (
        <Choose
          key={at}
          label={`${heading || t`Column ${at + 1}`}: ${list.rows[0]?.cells[at] ?? ''}`}
          value={columns[at] ?? ''}
          options={members}
          onChange={(member) => onChange(columns.with(at, member))}
        />
      ))}
    </fieldset>
  );
}

interface DefaultProps {
  readonly defaults: ListDefaults;
  readonly options: WorkerOptions;
  readonly onChange: (defaults: ListDefaults) => void;
}

function DefaultFields({ defaults, options, onChange }: DefaultProps) {
  const { t } = useLingui();
  const names = useMemberNames();
  return (
    <fieldset>
      <legend>{t`Where a row says nothing`}</legend>
      {(['position', 'employment_type', 'status'] as const).map((name) => (
        <Choose
          key={name}
          label={names[name]}
          value={defaults[name]}
          options={options[name].map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ ...defaults, [name]: value })}
        />
      ))}
      <TextField
        label={names.hire_date}
        type="date"
        value={defaults.hire_date}
        onChange={(value) => onChange({ ...defaults, hire_date: value })}
      />
    </fieldset>
  );
}
