import { useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { NameField } from '../../parts/fields/name-field.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { ChangeDialog } from '../../parts/farm/change-dialog.tsx';
import { useShownFarm } from './shown-farm.ts';
import { ZoneField } from './zone-field.tsx';

/** Name, zone and currency of the company. */
export function Company() {
  const { t } = useLingui();
  const { company } = useShownFarm();
  const [isOpen, open] = useState(false);
  return (
    <section aria-labelledby="company">
      <h2 id="company">{t`Company`}</h2>
      <div className="card">
        <dl className="facts">
          <div>
            <dt>{t`Name`}</dt>
            <dd>{company.name}</dd>
          </div>
          <div>
            <dt>{t`Time zone`}</dt>
            <dd>{company.timezone}</dd>
          </div>
          <div>
            <dt>{t`Currency`}</dt>
            <dd>{company.currency ?? '–'}</dd>
          </div>
          <div>
            <dt>{t`Key in commands`}</dt>
            <dd>
              <code>{company.key}</code>
            </dd>
          </div>
        </dl>
        <button type="button" className="no-print" onClick={() => open(true)}>
          <Pencil /> {t`Change the company`}
        </button>
      </div>
      {isOpen && <CompanyDialog onClose={() => open(false)} />}
    </section>
  );
}

function CompanyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { company } = useShownFarm();
  const [name, setName] = useState(company.name);
  const [timezone, setZone] = useState(company.timezone);
  const [currency, setCurrency] = useState(company.currency ?? '');
  return (
    <ChangeDialog
      title={t`Change the company`}
      onClose={onClose}
      part={() => ({
        company: { name: name.trim(), timezone, currency: currency.trim().toUpperCase() || null },
      })}
    >
      <NameField value={name} onChange={setName} />
      <ZoneField value={timezone} onChange={setZone} />
      <TextField
        label={t`Currency of prices and wages`}
        maxLength={3}
        placeholder="CLP"
        value={currency}
        onChange={setCurrency}
      />
    </ChangeDialog>
  );
}
