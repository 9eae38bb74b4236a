import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { FarmFile } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { Dialog } from '../../parts/acts/dialog.tsx';
import { Choose } from '../../parts/fields/choose.tsx';
import { useFarm } from '../../parts/farm/farm-query.ts';
import { Secret } from '../../parts/secret.tsx';
import { type Draft, type FarmProject, inUse, registrationOf } from './registration.ts';

/** Registers a device through the farm file, and shows its secret once. */
export function RegisterDevice({ onClose }: { readonly onClose: () => void }) {
  const { data } = useFarm(true);
  return (
    <Dialog title={<Trans>Register a device</Trans>} onClose={onClose}>
      {(close) => data && <Form projects={projectsOf(data.farm)} version={data.version} onClose={close} />}
    </Dialog>
  );
}

/** Their members are described for the whole file only. */
const projectsOf = ({ projects }: FarmFile) => inUse(projects as unknown as readonly FarmProject[]);

interface Props {
  readonly projects: readonly FarmProject[];
  /** Of the farm file that they are from. */
  readonly version: string;
  readonly onClose: () => void;
}

function Form({ projects, version, onClose }: Props) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    ...{ deviceId: '', project: projects[0]?.key ?? '', sector: '', devEui: '', mapping: '' },
  });
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const registering = useMutation({
    mutationFn: async () => {
      const headers = { 'if-match': version };
      return (await bodyOf(furrow.PATCH('/api/control/farm', { body: registrationOf(draft), headers }))).data;
    },
    onSuccess: () =>
      Promise.all(['farm', 'devices'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const secret = Object.values(registering.data?.secrets.devices ?? {})[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        registering.mutate();
      }}
    >
      <Place {...{ draft, set, projects }} />
      <Lorawan draft={draft} set={set} />
      {registering.isSuccess && (
        <>
          <p className="notice" role="status">
            <Trans>The device is registered.</Trans>
          </p>
          {draft.devEui === '' && secret !== undefined && <Secret value={secret} />}
        </>
      )}
      <ActFailed error={registering.error} />
      <p className="answers wide">
        <button type="button" onClick={onClose}>
          <Trans>Close</Trans>
        </button>
        <button
          type="submit"
          className="primary"
          disabled={registering.isPending || registering.isSuccess || draft.project === ''}
        >
          <Trans>Register</Trans>
        </button>
      </p>
    </form>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

/** Its name, and where it stands. */
function Place({ draft, set, projects }: PartProps & Pick<Props, 'projects'>) {
  const { t } = useLingui();
  const sectors = inUse(projects.find(({ key }) => key === draft.project)?.sectors);
  return (
    <>
      <label className="wide">
        <span>
          <Trans>Name of the device</Trans>
        </span>
        <input
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
  return (
    <>
      <label className="wide">
        <span>
          <Trans>devEui, for a LoRaWAN device</Trans>
        </span>
        <input maxLength={40} value={devEui} onChange={({ target }) => set({ devEui: target.value })} />
      </label>
      {devEui !== '' && (
        <label className="wide">
          <span>
            <Trans>Mapping, a line for each value, such as soil[20].moisture: water * 1</Trans>
          </span>
          <textarea rows={4} value={mapping} onChange={({ target }) => set({ mapping: target.value })} />
          <small>
            <Trans>Without one, values are taken as The Things Stack normalizes them.</Trans>
          </small>
        </label>
      )}
    </>
  );
}
