import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, Check, Trash2, X } from 'lucide-react';
import { useState } from 'react';

interface Props {
  /** Whether several records of the form follow each other. */
  readonly hasNext: boolean;
  readonly onSave: (isNext: boolean) => void;
  readonly onLater: () => void;
  readonly onDrop: () => void;
}

export function FormActions({ hasNext, onSave, onLater, onDrop }: Props) {
  const { t } = useLingui();
  return (
    <section className="thumb actions" aria-label={t`What happens with the form`}>
      <button type="button" className="primary" onClick={() => onSave(false)}>
        <Check />
        {t`Save`}
      </button>
      {hasNext && (
        <button type="button" onClick={() => onSave(true)}>
          <ArrowRight />
          {t`Save, and the next`}
        </button>
      )}
      <button type="button" onClick={onLater}>
        <X />
        {t`Later`}
      </button>
      <Drop onDrop={onDrop} />
    </section>
  );
}

function Drop({ onDrop }: Pick<Props, 'onDrop'>) {
  const [isAsked, ask] = useState(false);
  return (
    <button
      type="button"
      className={isAsked ? 'bad' : undefined}
      onClick={() => (isAsked ? onDrop() : ask(true))}
    >
      <Trash2 />
      {isAsked ? <Trans>Yes, delete</Trans> : <Trans>Delete</Trans>}
    </button>
  );
}
