import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActForm } from '../../../parts/acts/act-form.tsx';
import { useChange } from '../../../api/change.ts';
import { bodyOf as answered, furrow } from '../../../api/furrow.ts';
import { usePlaces } from '../../../api/places.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { Choose } from '../../../parts/fields/choose.tsx';
import { freeKey } from '../../../parts/free-key.ts';
import { useDevices } from '../../devices/device-query.ts';
import { type AlertDraft, type AlertFields, bodyOf, type DurationUnit } from './alert-draft.ts';
import { usedKeys } from './alert-query.ts';
import { ThresholdFields } from './threshold-fields.tsx';

interface Props {
  /** The key of the rule to change; without it a new rule gets an unused key. */
  readonly alertKey?: string;
  readonly draft: AlertDraft;
  readonly onSaved: () => void;
  readonly onCancel?: () => void;
}

/** All members of a rule. */
export function AlertForm({ alertKey, draft: before, onSaved, onCancel }: Props) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(before);
  const set = (changed: Partial<AlertDraft>) => setDraft({ ...draft, ...changed });
  const saving = useChange(
    'alerts',
    async () => {
      const key = alertKey ?? freeKey(draft.name, await usedKeys(), 'alert');
      const params = { path: { key } };
      return answered(furrow.PUT('/api/control/alerts/{key}', { params, body: bodyOf(draft) }));
    },
    onSaved,
  );
  return (
    <ActForm onSubmit={() => saving.mutate()}>
      <label className="wide">
        <span>{t`Name`}</span>
        <input
          required
          maxLength={200}
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </label>
      <Choose
        label={t`Raise an alert for`}
        value={draft.kind}
        options={[
          { value: 'silent', label: t`a device that sends nothing` },
          { value: 'threshold', label: t`a value beyond a limit` },
        ]}
        onChange={(kind) => set({ kind })}
      />
      <Place draft={draft} set={set} />
      {draft.kind === 'threshold' && <ThresholdFields draft={draft} set={set} />}
      <Duration draft={draft} set={set} />
      <ActFailed error={saving.error} />
      <p className="answers wide">
        {onCancel && <button type="button" onClick={onCancel}>{t`Cancel`}</button>}
        <button type="submit" className="primary" disabled={saving.isPending}>{t`Save`}</button>
      </p>
    </ActForm>
  );
}

function Place({ draft: { projectId, device }, set }: AlertFields) {
  const { t } = useLingui();
  const { data: projects = [] } = usePlaces();
  const { data } = useDevices();
  const there = (data?.devices ?? []).filter((one) => one.projectId === projectId && one.status === 'active');
  return (
    <>
      <Choose
        label={t`Project`}
        value={projectId}
        options={projects.map((one) => ({ value: one.projectId, label: one.projectName }))}
        onChange={(chosen) => set({ projectId: chosen, device: '' })}
      />
      <Choose
        label={t`Device`}
        value={device}
        options={[
          { value: '', label: t`All active devices` },
          ...there.map(({ deviceId }) => ({ value: deviceId, label: deviceId })),
        ]}
        onChange={(chosen) => set({ device: chosen })}
      />
    </>
  );
}

function Duration({ draft: { lasts, unit }, set }: AlertFields) {
  const { t } = useLingui();
  return (
    <>
      <label>
        <span>{t`For how long`}</span>
        <input
          type="number"
          required
          min={0}
          step={1}
          value={lasts}
          onChange={({ target }) => set({ lasts: target.value })}
        />
      </label>
      <Choose<DurationUnit>
        label={t`Unit of time`}
        value={unit}
        options={[
          { value: 's', label: t`seconds` },
          { value: 'm', label: t`minutes` },
          { value: 'h', label: t`hours` },
          { value: 'd', label: t`days` },
        ]}
        onChange={(chosen) => set({ unit: chosen })}
      />
    </>
  );
}
