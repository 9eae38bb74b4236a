import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FormField } from '../../api/types.ts';
import { Chip } from '../../parts/elements/chip.tsx';
import { type MenuItem, RowMenu } from '../../parts/elements/row-menu.tsx';
import { EditField } from './edit-field.tsx';
import { useFieldTypes } from '../../parts/farm/field-types.ts';

interface Props {
  readonly fields: readonly FormField[];
  /** Without it the fields can only be read. */
  readonly onChange?: (fields: readonly FormField[]) => void;
}

/** The fields of a form in their order. */
export function FieldList({ fields, onChange }: Props) {
  const [edited, edit] = useState<number>();
  const replace = (index: number, field: FormField) =>
    onChange?.(index === fields.length ? [...fields, field] : fields.with(index, field));
  return (
    <>
      <ol className="fields">
        {fields.map((field, index) => (
          <li key={field.name}>
            <OneField field={field} />
            {onChange && (
              <Actions fields={fields} index={index} onChange={onChange} onEdit={() => edit(index)} />
            )}
          </li>
        ))}
      </ol>
      {onChange && (
        <p>
          <button type="button" onClick={() => edit(fields.length)}>
            <Plus /> <Trans>Add a field</Trans>
          </button>
        </p>
      )}
      {edited !== undefined && (
        <EditField
          field={fields[edited]}
          taken={fields.map(({ name }) => name)}
          onSave={(field) => replace(edited, field)}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  );
}

function OneField({ field }: { readonly field: FormField }) {
  const { t } = useLingui();
  const types = useFieldTypes();
  const { name, label, type, required, relevant, constraint, options, optionLabels } = field;
  return (
    <div className="field">
      <p>
        <strong>{label}</strong> {required && <Chip>{t`required`}</Chip>}
      </p>
      <p className="about">
        <code>{name}</code> · {types[type]}
        {options && <> · {(optionLabels ?? options).join(', ')}</>}
      </p>
      {relevant !== undefined && (
        <p className="about">
          {t`asked if`} <code>{relevant}</code>
        </p>
      )}
      {constraint !== undefined && (
        <p className="about">
          {t`must fulfil`} <code>{constraint}</code>
        </p>
      )}
    </div>
  );
}

interface ActionsProps {
  readonly fields: readonly FormField[];
  readonly index: number;
  readonly onChange: (fields: readonly FormField[]) => void;
  readonly onEdit: () => void;
}

function Actions({ fields, index, onChange, onEdit }: ActionsProps) {
  const { t } = useLingui();
  const field = fields[index];
  if (!field) return null;
  const moveTo = (to: number) => onChange(fields.toSpliced(index, 1).toSpliced(to, 0, field));
  const items: MenuItem[] = [
    { label: t`Edit`, icon: Pencil, onChoose: onEdit },
    { label: t`Move up`, icon: ArrowUp, isDisabled: index === 0, onChoose: () => moveTo(index - 1) },
    {
      ...{ label: t`Move down`, icon: ArrowDown, isDisabled: index === fields.length - 1 },
      onChoose: () => moveTo(index + 1),
    },
    { label: t`Remove`, icon: Trash2, isBad: true, onChoose: () => onChange(fields.toSpliced(index, 1)) },
  ];
  return <RowMenu label={t`Actions for ${field.label}`} items={items} />;
}
