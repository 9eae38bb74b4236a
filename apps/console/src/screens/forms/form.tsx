import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { Form as FormOfUser, FormField } from '../../api/types.ts';
import { useUser } from '../../app/signed-in.ts';
import { Answered } from '../../parts/answered.tsx';
import { KeepsLastChange } from '../../parts/farm/last-change.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { EditForm } from './edit-form.tsx';
import { FieldList } from './field-list.tsx';
import { useForms } from './form-query.ts';
import { Preview } from './preview/preview.tsx';
import { Records } from './records.tsx';

/** One form: its fields, how a phone shows them, and its records. */
export default function Form() {
  const { key } = useParams<{ key: string }>();
  const forms = useForms();
  return (
    <Answered of={forms} title={<Trans>Form</Trans>}>
      {(list) => {
        const form = list.find((each) => each.key === decodeURIComponent(key));
        if (form)
          return (
            <KeepsLastChange key={form.key}>
              <OneForm key={form.version} form={form} />
            </KeepsLastChange>
          );
        return (
          <Screen title={<Trans>Form</Trans>}>
            {/* The list may be an earlier one, until the server answers. */}
            {forms.isFetching ? <Loading /> : <NoSuchForm />}
          </Screen>
        );
      }}
    </Answered>
  );
}

function NoSuchForm() {
  const { t } = useLingui();
  return (
    <Empty title={t`There is no such form.`}>
      <Link href="/forms">{t`All forms`}</Link>
    </Empty>
  );
}

function OneForm({ form }: { readonly form: FormOfUser }) {
  const { t } = useLingui();
  const isAdmin = useUser().role === 'admin';
  const [fields, setFields] = useState<readonly FormField[]>(form.fields);
  return (
    <Screen
      title={form.name}
      beside={
        <p>
          <Link href="/forms">{t`All forms`}</Link> · {t`Version ${form.version}`}
        </p>
      }
    >
      {isAdmin && <EditForm form={form} fields={fields} onReset={() => setFields(form.fields)} />}
      <div className="form-and-phone">
        <section aria-labelledby="form-fields">
          <h2 id="form-fields">{t`Fields`}</h2>
          <FieldList fields={fields} {...(isAdmin && { onChange: setFields })} />
        </section>
        <section aria-labelledby="form-preview">
          <h2 id="form-preview">{t`As a phone shows it`}</h2>
          <Preview fields={fields} />
        </section>
      </div>
      <section aria-labelledby="form-records">
        <h2 id="form-records">{t`Records`}</h2>
        <Records form={form} />
      </section>
    </Screen>
  );
}
