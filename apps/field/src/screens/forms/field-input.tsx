import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { isMedia, labelOf } from '../../parts/form-draft.ts';
import { ChoiceInput } from './choice-input.tsx';
import type { FieldProps } from './field-props.ts';
import { FileInput } from './file-input.tsx';
import { ObservationInput } from './observation-input.tsx';
import { PointInput } from './point-input.tsx';

/** One question, in the way its type is answered. */
export function FieldInput(props: FieldProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const { field, problem } = props.asked;
  if (field.type === 'note') return <p>{labelOf(field, i18n.locale)}</p>;
  return (
    <fieldset className={props.isTried && problem ? 'field differs' : 'field'} aria-describedby={id}>
      <legend>
        {labelOf(field, i18n.locale)}
        {field.required && ' *'}
      </legend>
      {field.hint !== undefined && <small>{field.hint}</small>}
      <Answer {...props} />
      <p id={id}>
        {props.isTried && problem === 'missing' && t`This has to be answered.`}
        {props.isTried && typeof problem === 'object' && problem.text}
      </p>
    </fieldset>
  );
}

function Answer(props: FieldProps) {
  const { field } = props.asked;
  if (isMedia(field)) return <FileInput {...props} />;
  switch (field.type) {
    case 'select':
    case 'multiselect':
    case 'boolean':
      return <ChoiceInput {...props} />;
    case 'pests':
    case 'diseases':
      return <ObservationInput {...props} />;
    case 'geopoint':
      return <PointInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

const TYPES = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

function TextInput({ asked: { field }, value, onAnswer }: FieldProps) {
  const { i18n } = useLingui();
  const label = labelOf(field, i18n.locale);
  const type = field.type in TYPES ? TYPES[field.type as keyof typeof TYPES] : 'text';
  if (field.type === 'number')
    return (
      <input
        inputMode="decimal"
        aria-label={label}
        defaultValue={typeof value === 'number' ? value : ''}
        onChange={({ target }) => {
          const number = Number(target.value.replace(',', '.'));
          onAnswer(target.value.trim() === '' || Number.isNaN(number) ? undefined : number);
        }}
      />
    );
  return (
    <input
      type={type}
      aria-label={label}
      defaultValue={typeof value === 'string' ? shownOf(field.type, value) : ''}
      onChange={({ target }) => onAnswer(answerOf(field.type, target.value))}
    />
  );
}

/** Instants are sent in UTC and asked in the phone's own time. */
function answerOf(type: string, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  return type === 'datetime' ? new Date(text).toISOString() : text;
}

function shownOf(type: string, value: string): string {
  if (type !== 'datetime') return value;
  const at = new Date(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
