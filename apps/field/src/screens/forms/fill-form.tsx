import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { usePhone } from '../../app/phone-context.ts';
import type { Form } from '../../office/answers.ts';
import { askedOf, type Draft, sentOf } from '../../parts/form-draft.ts';
import { useRecording } from '../../parts/use-recording.ts';
import { SectorChoice } from '../crew/sector-choice.tsx';
import { FieldInput } from './field-input.tsx';
import { FormActions } from './form-actions.tsx';
import { draftName, useDraft } from './use-draft.ts';

interface Props {
  readonly form: Form;
  readonly first: Draft;
  /** @param next what the next record of the form begins with */
  readonly onDone: (next?: Draft) => void;
}

/** One record. Each change is stored at once, so nothing is lost if the phone goes off. */
export function FillForm({ form, first, onDone }: Props) {
  const phone = usePhone();
  const [isSaving, setSaving] = useState(false);
  useRecording();
  const [draft, { answer, attach, move }] = useDraft(first, isSaving);
  const [isTried, tryIt] = useState(false);
  const [problem, setProblem] = useState<string>();
  const asked = askedOf(form, draft);
  const save = async (isNext: boolean) => {
    tryIt(true);
    // A second touch would send what has changed since then under the same id.
    if (isSaving || asked.some((one) => one.problem !== undefined)) return;
    setSaving(true);
    try {
      // The record is in the outbox, or the draft is on the phone, never both: what was changed then would have its key.
      phone.store.putAlong(draft.clientRecordId, { documents: { [draftName(first)]: null } });
      await phone.outbox.submitForm(recordOf(form, draft));
      onDone(isNext ? draft : undefined);
    } catch (error) {
      setSaving(false);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="fields" inert={isSaving}>
      <h1>{form.name}</h1>
      <SectorChoice place={draft.place} onChange={move} />
      {asked.map((one) => (
        <FieldInput
          key={one.field.name}
          asked={one}
          isTried={isTried}
          value={draft.values[one.field.name]}
          files={draft.files.filter(({ field }) => field === one.field.name)}
          onAnswer={(value) => answer(one.field.name, value)}
          onAttach={(files) => attach(one.field.name, files)}
        />
      ))}
      <p role="alert">
        {problem}
        {isTried && asked.some((one) => one.problem !== undefined) && (
          <Trans>Something is missing or wrong. Look at the marked questions.</Trans>
        )}
      </p>
      <FormActions
        hasNext={form.type === 'monitoring'}
        onSave={(isNext) => void save(isNext)}
        onLater={() => onDone()}
        onDrop={() => void phone.store.write(draftName(first), null).then(() => onDone())}
      />
    </div>
  );
}

function recordOf(form: Form, draft: Draft) {
  const { clientRecordId, formId, formVersion, taskId, place, position } = draft;
  const { values, files } = sentOf(form, draft);
  return {
    ...{ clientRecordId, formId, formVersion, values: { ...values } },
    ...(taskId !== undefined && { taskId }),
    ...(place && { forced_location: place }),
    ...(position && { location: position }),
    media: files.map(({ field, type, bytes }) => ({ field, type, data: bytes })),
  };
}
