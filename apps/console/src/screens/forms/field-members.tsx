import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Choose } from '../../parts/fields/choose.tsx';
import { type FieldDraft, hasLimits, hasOptions } from './field-draft.ts';
import { type FieldType, useFieldTypes } from '../../parts/farm/field-types.ts';
import { Check } from './form-members.tsx';

interface Props {
  readonly draft: FieldDraft;
  readonly set: (changed: Partial<FieldDraft>) => void;
}

export function Names({ draft, set, isNew }: Props & { readonly isNew: boolean }) {
  return (
    <>
      <Line label={<Trans>Label</Trans>}>
        <input required value={draft.label} onChange={({ target }) => set({ label: target.value })} />
      </Line>
      <Line label={<Trans>Name in the records</Trans>}>
        <input
          required
          readOnly={!isNew}
          pattern="\p{L}[\p{L}\p{N}_\-]{0,63}"
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Line>
    </>
  );
}

export function TypeOfField({ draft, set }: Props) {
  const { t } = useLingui();
  const types = useFieldTypes();
  return (
    <>
      <Choose<FieldType>
        label={t`Type`}
        value={draft.type}
        options={Object.entries(types).map(([value, label]) => ({ value: value as FieldType, label }))}
        onChange={(type) => set({ type })}
      />
      {draft.type !== 'note' && (
        <Check isChecked={draft.required} onCheck={(required) => set({ required })}>{t`Required`}</Check>
      )}
      <Line label={t`Hint`}>
        <input maxLength={500} value={draft.hint} onChange={({ target }) => set({ hint: target.value })} />
      </Line>
    </>
  );
}

export function Options({ draft, set }: Props) {
  if (!hasOptions(draft)) return null;
  return (
    <Line label={<Trans>Options, one in a line; a label after “=”</Trans>}>
      <textarea
        required
        rows={5}
        value={draft.options}
        onChange={({ target }) => set({ options: target.value })}
      />
    </Line>
  );
}

export function Limits({ draft, set }: Props) {
  return (
    <>
      {hasLimits(draft) && (
        <>
          <Limit label={<Trans>At least</Trans>} value={draft.min} onChange={(min) => set({ min })} />
          <Limit label={<Trans>At most</Trans>} value={draft.max} onChange={(max) => set({ max })} />
        </>
      )}
      {draft.type === 'number' && (
        <Limit
          label={<Trans>Decimals</Trans>}
          value={draft.decimals}
          onChange={(decimals) => set({ decimals })}
        />
      )}
    </>
  );
}

interface LimitProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Limit({ label, value, onChange }: LimitProps) {
  return (
    <label>
      <span>{label}</span>
      <input type="number" step="any" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

export function Conditions({ draft, set }: Props) {
  return (
    <>
      <Line label={<Trans>Asked if</Trans>}>
        <input
          value={draft.relevant}
          placeholder="${trees} > 0"
          onChange={({ target }) => set({ relevant: target.value })}
        />
      </Line>
      <Line label={<Trans>Must fulfil</Trans>}>
        <input
          value={draft.constraint}
          placeholder=". <= 100"
          onChange={({ target }) => set({ constraint: target.value })}
        />
      </Line>
      {draft.constraint.trim() !== '' && (
        <Line label={<Trans>What to say of another value</Trans>}>
          <input
            value={draft.constraintMessage}
            onChange={({ target }) => set({ constraintMessage: target.value })}
          />
        </Line>
      )}
    </>
  );
}

function Line({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <label className="wide">
      <span>{label}</span>
      {children}
    </label>
  );
}
