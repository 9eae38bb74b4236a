import { newId } from '@furrow/client';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useAnswer, usePhone } from '../../app/phone-context.ts';
import type { Form } from '../../office/answers.ts';
import { dayOf } from '../../parts/days.ts';
import type { Draft } from '../../parts/form-draft.ts';
import { FillForm } from './fill-form.tsx';

type Task = NonNullable<Form['tasks']>[number];

const PREFIX = 'draft/';

/** Tasks first, then forms; what was begun goes on where it stopped. */
export default function Forms() {
  const phone = usePhone();
  const forms = useAnswer('forms');
  const [draft, setDraft] = useState<Draft>();
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useEffect(() => {
    if (draft) return;
    void (async () => {
      const names = await phone.store.names(PREFIX);
      const found = await Promise.all(names.map((name) => phone.store.read<Draft>(name)));
      setDrafts(found.filter((one) => one !== undefined));
    })();
  }, [phone, draft]);
  const form = forms.find(({ formId }) => formId === draft?.formId);
  const begin = ({ formId, version }: Form, task?: Task) => {
    const known = drafts.find((one) => one.formId === formId && one.taskId === task?.taskId);
    setDraft(known ?? newDraft(formId, version, task));
  };
  if (draft && form)
    return (
      <FillForm
        key={draft.clientRecordId}
        form={form}
        first={draft}
        onDone={(next) =>
          setDraft(
            next && { ...newDraft(form.formId, form.version), ...(next.place && { place: next.place }) },
          )
        }
      />
    );
  return <Choice forms={forms} drafts={drafts} onChoose={begin} />;
}

function newDraft(formId: string, formVersion: number, task?: Task): Draft {
  const { taskId, projectId = null, sectorId = null } = task ?? {};
  return {
    ...{ clientRecordId: newId(), formId, formVersion, values: {}, files: [] },
    ...(taskId !== undefined && { taskId }),
    ...(projectId !== null && sectorId !== null && { place: { projectId, sectorId } }),
  };
}

interface ChoiceProps {
  readonly forms: readonly Form[];
  readonly drafts: readonly Draft[];
  readonly onChoose: (form: Form, task?: Task) => void;
}

function Choice({ forms, drafts, onChoose }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const open = forms
    .flatMap((form) => (form.tasks ?? []).map((task) => ({ form, task })))
    .filter(({ task }) => task.status === 'open')
    .sort((a, b) => (a.task.dueAt ?? '9').localeCompare(b.task.dueAt ?? '9'));
  const isBegun = ({ formId }: Form, task?: Task) =>
    drafts.some((draft) => draft.formId === formId && draft.taskId === task?.taskId);
  return (
    <>
      <h1>{t`Forms`}</h1>
      {open.length > 0 && (
        <section className="card">
          <h2>{t`Tasks`}</h2>
          <ul className="choices">
            {open.map(({ form, task }) => (
              <li key={task.taskId}>
                <button type="button" className="primary" onClick={() => onChoose(form, task)}>
                  <span>
                    {form.name}
                    {task.dueAt !== null && <small>{t`due ${dayOf(task.dueAt, i18n.locale)}`}</small>}
                    {isBegun(form, task) && <Begun />}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ul className="choices">
        {forms
          .filter(({ type }) => type === 'monitoring')
          .map((form) => (
            <li key={form.formId}>
              <button type="button" onClick={() => onChoose(form)}>
                <span>
                  {form.name}
                  {isBegun(form) && <Begun />}
                </span>
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}

function Begun() {
  const { t } = useLingui();
  return <small>{t`begun on this phone`}</small>;
}
