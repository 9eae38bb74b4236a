import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FarmProject } from '../../farm/farm-file.ts';
import { Answered } from '../../parts/answered.tsx';
import { ChangeDialog } from '../../parts/farm/change-dialog.tsx';
import { type FarmChanged, useFarm } from '../../parts/farm/farm-query.ts';
import { Choose } from '../../parts/fields/choose.tsx';
import { DeviceSettings } from './device-settings.tsx';
import { type Draft, inUse, registrationOf } from './registration.ts';

/** Registers a device through the farm file, and shows its settings while its secret is known. */
export function RegisterDevice({ onClose }: { readonly onClose: () => void }) {
  const farm = useFarm();
  const projects = inUse(farm.data?.file.projects);
  const [typed, setDraft] = useState<Draft>({
    ...{ deviceId: '', project: '', sector: '', devEui: '', mapping: '' },
  });
  const draft = { ...typed, project: typed.project || (projects[0]?.key ?? '') };
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  return (
    <ChangeDialog
      title={<Trans>Register a device</Trans>}
      onClose={onClose}
      part={() => (farm.data ? registrationOf(draft) : undefined)}
      done={(changed, close) => <Registered draft={draft} changed={changed} close={close} />}
    >
      <Answered of={farm}>
        {() => (
          <>
            <Place {...{ draft, set, projects }} />
            <Lorawan draft={draft} set={set} />
          </>
        )}
      </Answered>
    </ChangeDialog>
  );
}

interface RegisteredProps {
  readonly draft: Draft;
  readonly changed: FarmChanged;
  readonly close: () => void;
}

/** A LoRaWAN device connects to its network server, with settings that are known there. */
function Registered({ draft: { devEui }, changed, close }: RegisteredProps) {
  const { t } = useLingui();
  const [made] = Object.entries(changed.deviceSecrets);
  return (
    <>
      <p className="notice" role="status">{t`The device is registered.`}</p>
      {made && devEui.trim() === '' && <DeviceSettings deviceId={made[0]} secret={made[1]} />}
      <p className="answers">
        <button type="button" onClick={close}>{t`Close`}</button>
      </p>
    </>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

/** The form comes later than the dialog, which would have the focus. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** Its name, and where it stands. */
function Place({ draft, set, projects }: PartProps & { readonly projects: readonly FarmProject[] }) {
  const { t } = useLingui();
  const sectors = inUse(projects.find(({ key }) => key === draft.project)?.sectors);
  return (
    <>
      <label className="wide">
        <span>{t`Name of the device`}</span>
        <input
          ref={focus}
          required
          maxLength={64}
          value={draft.deviceId}
          onChange={({ target }) => set({ deviceId: target.value })}
        />
      </label>
      <Choose
        label={t`Project`}
        value={draft.project}
        options={projects.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(project) => set({ project, sector: '' })}
      />
      <Choose
        label={t`Sector`}
        value={draft.sector}
        options={[
          { value: '', label: t`The whole project` },
          ...sectors.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onChange={(sector) => set({ sector })}
      />
    </>
  );
}

/** By which the network server names the device, and what of its payload is stored. */
function Lorawan({ draft: { devEui, mapping }, set }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <label className="wide">
        <span>{t`devEui, for a LoRaWAN device`}</span>
        <input maxLength={40} value={devEui} onChange={({ target }) => set({ devEui: target.value })} />
      </label>
      {devEui !== '' && (
        <label className="wide">
          <span>{t`Mapping, a line for each value, such as soil[20].moisture: water * 1`}</span>
          <textarea rows={4} value={mapping} onChange={({ target }) => set({ mapping: target.value })} />
          <small>{t`Without one, values are taken as The Things Stack normalizes them.`}</small>
        </label>
      )}
    </>
  );
}
