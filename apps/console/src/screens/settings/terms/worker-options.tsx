import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { OptionField } from '../../../farm/farm-file.ts';
import { Chip } from '../../../parts/elements/chip.tsx';
import { Choose } from '../../../parts/fields/choose.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { optionsOf, useChoices } from '../../../parts/farm/choices.ts';
import { useShownFarm } from '../shown-farm.ts';

/** A worker has one of each of these. */
const REQUIRED: readonly OptionField[] = ['position', 'employment_type', 'status'];
const FIELDS: readonly OptionField[] = [...REQUIRED, 'group'];

/** What the fields of a worker may say; a worker can be registered once each has an option. */
export function WorkerOptions() {
  const { workerOptions } = useShownFarm();
  const names = useChoices()['field'] ?? {};
  const [isOpen, open] = useState(false);
  const isMissing = REQUIRED.some((field) => workerOptions[field].length === 0);
  return (
    <section aria-labelledby="worker-options">
      <h2 id="worker-options">
        <Trans>Options of workers</Trans>
      </h2>
      <div className="card">
        {isMissing && (
          <p className="notice warn">
            <Trans>
              Workers can be registered once each of these has an option, such as harvester, seasonal and
              active.
            </Trans>
          </p>
        )}
        <dl className="facts">
          {FIELDS.map((field) => (
            <div key={field}>
              <dt>{names[field]}</dt>
              <dd className="chips">
                {workerOptions[field].length === 0 && '–'}
                {workerOptions[field].map((option) => (
                  <Chip key={option}>{option}</Chip>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <button type="button" className="no-print" onClick={() => open(true)}>
          <Plus /> <Trans>Add an option</Trans>
        </button>
      </div>
      {isOpen && <OptionDialog onClose={() => open(false)} />}
    </section>
  );
}

function OptionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { workerOptions } = useShownFarm();
  const choices = useChoices()['field'];
  const empty = REQUIRED.find((field) => workerOptions[field].length === 0);
  const [field, setField] = useState<string>(empty ?? 'position');
  const [option, setOption] = useState('');
  return (
    <ChangeDialog
      title={<Trans>Add an option</Trans>}
      onClose={onClose}
      part={() => ({ workerOptions: { [field]: [option.trim()] } })}
    >
      <Choose label={t`Field of a worker`} value={field} options={optionsOf(choices)} onChange={setField} />
      <TextField label={t`Option`} required maxLength={100} value={option} onChange={setOption} />
    </ChangeDialog>
  );
}
