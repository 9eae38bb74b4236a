import { useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { OptionField } from '../../../farm/farm-file.ts';
import { Chip } from '../../../parts/elements/chip.tsx';
import { Choose } from '../../../parts/fields/choose.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { ChangeDialog, DirectChange } from '../../../parts/farm/change-dialog.tsx';
import { patchOf } from '../../../parts/farm/farm-query.ts';
import { optionsOf, useChoices } from '../../../parts/farm/choices.ts';
import { useShownFarm } from '../shown-farm.ts';

/** A worker has one of each of these. */
const REQUIRED: readonly OptionField[] = ['position', 'employment_type', 'status'];
/** The state of who has left. */
const LEFT = 'inactive';
const FIELDS: readonly OptionField[] = [...REQUIRED, 'group'];

/** What the fields of a worker may say; a worker can be registered once each has an option. */
export function WorkerOptions() {
  const { t } = useLingui();
  const { workerOptions } = useShownFarm();
  const names = useChoices()['field'] ?? {};
  const [isOpen, open] = useState(false);
  return (
    <section aria-labelledby="worker-options">
      <h2 id="worker-options">{t`Options of workers`}</h2>
      <div className="card">
        <Missing />
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
          <Plus /> {t`Add an option`}
        </button>
      </div>
      {isOpen && <OptionDialog onClose={() => open(false)} />}
    </section>
  );
}

/** What a farm needs before it can register workers, and say that one has left. */
function Missing() {
  const { t } = useLingui();
  const { workerOptions } = useShownFarm();
  const [isOpen, open] = useState(false);
  const usual = {
    position: [t`harvester`],
    employment_type: [t`seasonal`],
    // The words that mean something to the service, whatever the language.
    status: ['active', LEFT],
  };
  const isMissing = (field: OptionField) => workerOptions[field].length === 0;
  const missing = Object.fromEntries(
    Object.entries(usual).filter(([field]) => isMissing(field as OptionField)),
  );
  const part =
    workerOptions.status.includes(LEFT) || isMissing('status') ? missing : { ...missing, status: [LEFT] };
  if (Object.keys(part).length === 0) return null;
  return (
    <div className="notice warn">
      <p>
        {REQUIRED.some(isMissing)
          ? t`Workers can be registered once each of these has an option.`
          : t`Who has left gets the state “${LEFT}”, which is none of the options yet.`}
      </p>
      <button type="button" className="no-print" onClick={() => open(true)}>
        <Plus /> {t`Add the usual ones`}
      </button>
      {isOpen && (
        <DirectChange
          title={t`Add the usual ones`}
          request={patchOf({ workerOptions: part })}
          onClose={() => open(false)}
        />
      )}
    </div>
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
      title={t`Add an option`}
      onClose={onClose}
      part={() => ({ workerOptions: { [field]: [option.trim()] } })}
    >
      <Choose label={t`Field of a worker`} value={field} options={optionsOf(choices)} onChange={setField} />
      <TextField label={t`Option`} required maxLength={100} value={option} onChange={setOption} />
    </ChangeDialog>
  );
}
