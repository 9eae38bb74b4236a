import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FarmProject, FarmSector } from '../../../farm/farm-file.ts';
import { outlineProblem } from '../../../farm/outline.ts';
import { NameField } from '../../../parts/fields/name-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { freeKey } from '../../../parts/free-key.ts';
import type { Boundary } from '../../../scouting/map-shapes.ts';
import { ChangeDialog } from '../../../parts/farm/change-dialog.tsx';
import { useShownFarm } from '../shown-farm.ts';
import { OutlineField } from '../outline/outline-field.tsx';
import { within } from './sector-part.ts';

interface Props {
  readonly project: FarmProject;
  readonly sector?: FarmSector;
  readonly onClose: () => void;
}

/** Name, crop and outline of a sector. */
export function SectorDialog({ project, sector, onClose }: Props) {
  const { t } = useLingui();
  const [name, setName] = useState(sector?.name ?? '');
  const [crop, setCrop] = useState(sector?.crop ?? '');
  const [variety, setVariety] = useState(sector?.variety ?? '');
  const [boundary, setBoundary] = useState<Boundary | null>(sector?.boundary ?? null);
  const { sectors } = project;
  const keys = sectors.map(({ key }) => key);
  const key = () => sector?.key ?? freeKey(name, keys, 'sector');
  const next = { name: name.trim(), crop: crop.trim() || null, variety: variety.trim() || null, boundary };
  const neighbours = useNeighbours(project, sector);
  const title = sector ? t`Change ${sector.name}` : t`Add a sector`;
  return (
    <ChangeDialog
      title={title}
      onClose={onClose}
      // The field of the outline says what is wrong with it.
      part={() =>
        boundary === null || outlineProblem(boundary) === undefined
          ? { projects: [within(project, { key: key(), ...next })] }
          : undefined
      }
    >
      <NameField value={name} onChange={setName} />
      <TextField label={t`Crop`} maxLength={200} value={crop} onChange={setCrop} />
      <TextField label={t`Variety`} maxLength={200} value={variety} onChange={setVariety} />
      <OutlineField boundary={boundary} neighbours={neighbours} onChange={setBoundary} />
    </ChangeDialog>
  );
}

/** Of the project, or where nothing of it is drawn, of the whole farm. */
function useNeighbours(project: FarmProject, sector: FarmSector | undefined) {
  const { projects } = useShownFarm();
  const drawn = (sectors: readonly FarmSector[]) =>
    sectors.flatMap((other) =>
      other.boundary !== null && other.key !== sector?.key
        ? [{ name: other.name, boundary: other.boundary }]
        : [],
    );
  const near = drawn(project.sectors);
  return near.length > 0
    ? near
    : drawn(projects.flatMap((other) => (other === project ? [] : other.sectors)));
}
