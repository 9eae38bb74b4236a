import { useLingui } from '@lingui/react/macro';
import { labelOf, optionOf } from '../../parts/form-draft.ts';
import type { FieldProps } from './field-props.ts';

/** Large buttons in place of a list: a touch chooses, another one takes it back. */
export function ChoiceInput({ asked: { field }, value, onAnswer }: FieldProps) {
  const { t, i18n } = useLingui();
  if (field.type === 'boolean')
    return (
      <div className="options" role="group" aria-label={labelOf(field, i18n.locale)}>
        {[true, false].map((one) => (
          <Option
            key={String(one)}
            isOn={value === one}
            label={one ? t`Yes` : t`No`}
            onPress={() => onAnswer(value === one ? undefined : one)}
          />
        ))}
      </div>
    );
  const chosen: readonly string[] = Array.isArray(value) ? (value as string[]) : [];
  const press = (option: string) => {
    if (field.type === 'select') {
      onAnswer(value === option ? undefined : option);
      return;
    }
    const next = (field.options ?? []).filter((one) => chosen.includes(one) !== (one === option));
    onAnswer(next.length === 0 ? undefined : next);
  };
  return (
    <div className="options" role="group" aria-label={labelOf(field, i18n.locale)}>
      {(field.options ?? []).map((option) => (
        <Option
          key={option}
          isOn={value === option || chosen.includes(option)}
          label={optionOf(field, option, i18n.locale)}
          onPress={() => press(option)}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly onPress: () => void;
}

function Option({ isOn, label, onPress }: OptionProps) {
  return (
    <button type="button" aria-pressed={isOn} className={isOn ? 'primary' : undefined} onClick={onPress}>
      {label}
    </button>
  );
}
