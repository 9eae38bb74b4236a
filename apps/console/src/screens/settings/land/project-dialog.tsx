import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FarmProject } from '../../../farm/farm-file.ts';
import { Choose } from '../../../parts/fields/choose.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { freeKey } from '../../../parts/free-key.ts';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { optionsOf, useChoices } from '../../../parts/farm/choices.ts';
import { useMemberNames } from '../../../parts/farm/words.ts';
import { useShownFarm } from '../shown-farm.ts';
import { ZoneField } from '../zone-field.tsx';
import { draftOf, type ProjectDraft, projectOf } from './project-draft.ts';

interface Props {
  readonly project?: FarmProject;
  readonly onClose: () => void;
}

/** Name and zone of a project, and what its sessions take from it. */
export function ProjectDialog({ project, onClose }: Props) {
  const { t } = useLingui();
  const names = useMemberNames();
  const guards = useChoices()['defaults.harvestGuard'];
  const { projects, company } = useShownFarm();
  const [draft, setDraft] = useState(() => draftOf(project, company.timezone));
  const set = (changed: Partial<ProjectDraft>) => setDraft({ ...draft, ...changed });
  const field = (name: keyof ProjectDraft) => ({
    label: names[`defaults.${name}`] ?? name,
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  const keys = projects.map(({ key }) => key);
  const key = () => project?.key ?? freeKey(draft.name, keys, 'project');
  const title = project ? t`Change ${project.name}` : t`Add a project`;
  return (
    <ChangeDialog title={title} onClose={onClose} part={() => ({ projects: [projectOf(draft, key())] })}>
      <TextField {...field('name')} className="wide" label={t`Name`} required maxLength={200} />
      <ZoneField value={draft.timezone} onChange={(timezone) => set({ timezone })} />
      <TextField {...field('samplingUnit')} maxLength={50} placeholder="kg" />
      <TextField {...field('pricePerUnit')} type="number" step="any" min={0} />
      <TextField {...field('maxDurationHours')} type="number" required min={1} max={24} />
      <TextField {...field('syncGraceHours')} type="number" required min={0} max={168} />
      <TextField {...field('repeatSeconds')} type="number" min={0} max={3_600} />
      <Choose {...field('harvestGuard')} options={optionsOf(guards)} />
    </ChangeDialog>
  );
}
