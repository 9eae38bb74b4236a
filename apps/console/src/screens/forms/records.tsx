import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Form, FormRecord } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { Answered } from '../../parts/answered.tsx';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { Exports } from '../../parts/exports.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty } from '../../parts/states.tsx';
import { When } from '../../parts/when.tsx';
import { useFormRecords } from './form-query.ts';
import { valueText } from './value-text.ts';

const FORMATS = ['csv', 'ndjson', 'geojson'] as const;

/** The records of a form in pages, a column for each of its fields. */
export function Records({ form }: { readonly form: Form }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  return (
    <Answered of={useFormRecords(form.formId, page)}>
      {({ records, meta }) =>
        meta.total === 0 ? (
          <Empty title={t`There is no record yet.`}>
            <Trans>Records appear here when somebody fills in the form on a phone.</Trans>
          </Empty>
        ) : (
          <>
            <List form={form} records={records} />
            <Pager
              label={t`Pages of records`}
              page={page}
              pages={meta.totalPages}
              words={[t`Older`, t`Newer`]}
              onPage={setPage}
            />
            <Exports of={form.name} from={`/api/control/forms/${form.formId}/records`} formats={FORMATS} />
          </>
        )
      }
    </Answered>
  );
}

function List({ form, records }: { readonly form: Form; readonly records: readonly FormRecord[] }) {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const ofFields = form.fields
    .filter(({ type }) => type !== 'note')
    .map(({ name, label, type }) => ({
      ...{ id: `field-${name}`, header: label },
      value: (record: FormRecord) => valueText(record, name, type, { yes: t`Yes`, no: t`No` }),
    }));
  const columns: Columns<FormRecord> = [
    {
      ...{ id: 'recorded', header: t`Recorded`, value: ({ recordedAt }) => recordedAt },
      cell: (row) => <When at={row.recordedAt} timeZone={row.timezone ?? timezone} />,
    },
    { id: 'author', header: t`By`, value: ({ user_name, createdBy }) => user_name ?? createdBy ?? '' },
    {
      ...{ id: 'place', header: t`Where` },
      value: ({ project_name, sector_name }) => [project_name, sector_name].filter(Boolean).join(' · '),
    },
    ...ofFields,
  ];
  return (
    <ListTable
      caption={t`Records of ${form.name}`}
      rows={records}
      columns={columns}
      idOf={({ recordId }) => recordId}
    />
  );
}
