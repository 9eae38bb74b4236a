import { Plural, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type Columns, DataTable } from '../../../parts/table/data-table.tsx';
import { Chip, type Tone } from '../../../parts/elements/chip.tsx';
import type { RowOutcome } from './import-query.ts';

interface Props {
  readonly outcomes: readonly RowOutcome[];
  /** The workers are registered. */
  readonly isDone: boolean;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

const TONES: Readonly<Record<RowOutcome['outcome'], Tone>> = { new: 'good', known: 'info', wrong: 'bad' };
const WRONG_FIRST = ['wrong', 'new', 'known'];

/** What happens to each row, those that are wrong first; nothing before it is confirmed. */
export function Outcomes({ outcomes, isDone, isPending, onConfirm }: Props) {
  const { t } = useLingui();
  const count = (which: RowOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === which).length;
  const [fresh, known, wrong] = [count('new'), count('known'), count('wrong')];
  const rows = useMemo(
    () => outcomes.toSorted((a, b) => WRONG_FIRST.indexOf(a.outcome) - WRONG_FIRST.indexOf(b.outcome)),
    [outcomes],
  );
  const words = { new: t`new`, known: t`same person`, wrong: t`wrong` };
  const columns: Columns<RowOutcome> = [
    { id: 'row', header: t`Row`, value: ({ number }) => number },
    { id: 'name', header: t`Worker`, value: ({ name }) => name },
    {
      ...{ id: 'outcome', header: t`What happens`, value: ({ outcome }) => words[outcome] },
      cell: (row) => <Chip tone={TONES[row.outcome]}>{words[row.outcome]}</Chip>,
    },
    { id: 'why', header: t`Why`, value: ({ message }) => message ?? '' },
  ];
  return (
    <>
      <p role="status" data-outcome={isDone ? 'done' : 'preview'}>
        {isDone ? t`Done.` : t`Nothing is registered yet.`} <Plural value={fresh} one="# new" other="# new" />
        {' · '}
        <Plural value={known} one="# known already" other="# known already" />
        {' · '}
        <Plural value={wrong} one="# wrong" other="# wrong" />
      </p>
      {!isDone && fresh + known > 0 && (
        <button type="button" className="primary" disabled={isPending} onClick={onConfirm}>
          <Plural value={fresh} one="Register # worker" other="Register # workers" />
        </button>
      )}
      <DataTable isDense caption={t`Rows of the list`} rows={rows} columns={columns} numeric={['row']} />
    </>
  );
}
