import { useLingui } from '@lingui/react/macro';
import type { FormField } from '../../../api/types.ts';
import { Check } from '../form-members.tsx';
import type { Typed } from './filled.ts';

interface Props {
  readonly field: FormField;
  readonly typed: Typed[string];
  readonly labelledBy: string;
  readonly onType: (value: Typed[string]) => void;
}

const INPUTS: Readonly<Partial<Record<FormField['type'], string>>> = {
  ...{ number: 'number', pests: 'number', diseases: 'number', date: 'date', time: 'time' },
  datetime: 'datetime-local',
};

/** Where a question is answered. */
export function Answer(props: Props) {
  switch (props.field.type) {
    case 'photo':
    case 'audio':
    case 'signature':
    case 'geopoint':
      return <OnThePhone type={props.field.type} />;
    case 'select':
    case 'boolean':
      return <OneOf {...props} />;
    case 'multiselect':
      return <SeveralOf {...props} />;
    default:
      return <Line {...props} />;
  }
}

/** What only a phone has. */
function OnThePhone({ type }: { readonly type: 'photo' | 'audio' | 'signature' | 'geopoint' }) {
  const { t } = useLingui();
  const words = {
    ...{ photo: t`The phone takes a photo here.`, audio: t`The phone records sound here.` },
    ...{ signature: t`Somebody signs here.`, geopoint: t`The phone tells its position here.` },
  };
  return <p className="on-the-phone">{words[type]}</p>;
}

function Line({ field: { type, min, max, decimals }, typed, labelledBy, onType }: Props) {
  const isNumber = INPUTS[type] === 'number';
  return (
    <input
      type={INPUTS[type] ?? 'text'}
      aria-labelledby={labelledBy}
      value={String(typed)}
      {...(isNumber && { min, max, step: decimals === undefined ? 'any' : 10 ** -decimals })}
      {...(type === 'text' && { minLength: min, maxLength: max })}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

function OneOf({ field: { type, options = [], optionLabels }, typed, labelledBy, onType }: Props) {
  const { t } = useLingui();
  const offered = type === 'boolean' ? ['true', 'false'] : options;
  const labels = type === 'boolean' ? [t`Yes`, t`No`] : (optionLabels ?? options);
  return (
    <select
      aria-labelledby={labelledBy}
      value={String(typed)}
      onChange={({ target }) => onType(target.value)}
    >
      <option value="">{t`Not answered`}</option>
      {offered.map((option, index) => (
        <option key={option} value={option}>
          {labels[index] ?? option}
        </option>
      ))}
    </select>
  );
}

function SeveralOf({ field: { options = [], optionLabels }, typed, onType }: Props) {
  const chosen = typeof typed === 'string' ? [] : typed;
  return options.map((option, index) => (
    <Check
      key={option}
      isChecked={chosen.includes(option)}
      // In the order of the options, as the service keeps them.
      onCheck={(isChosen) =>
        onType(options.filter((each) => (each === option ? isChosen : chosen.includes(each))))
      }
    >
      {optionLabels?.[index] ?? option}
    </Check>
  ));
}
