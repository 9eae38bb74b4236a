import { Trans, useLingui } from '@lingui/react/macro';
import type { FormField } from '../../api/types.ts';
import { useFieldTypes } from './field-types.ts';

/** The questions of a new form, in the words of whoever fills it in. */
export function NewFields({ fields }: { readonly fields: readonly FormField[] }) {
  const { t } = useLingui();
  const types = useFieldTypes();
  return fields.map(({ name, label, type, required, options, optionLabels, relevant, constraint }) => (
    <div key={name}>
      <dt>{label}</dt>
      <dd>
        <ins>{[types[type], ...(required ? [t`required`] : [])].join(', ')}</ins>
        {options && <small> · {(optionLabels ?? options).join(', ')}</small>}
        {relevant !== undefined && (
          <small>
            {' · '}
            <Trans>
              if <code>{relevant}</code>
            </Trans>
          </small>
        )}
        {constraint !== undefined && (
          <small>
            {' · '}
            <Trans>
              must be <code>{constraint}</code>
            </Trans>
          </small>
        )}
      </dd>
    </div>
  ));
}
