import { useLingui } from '@lingui/react/macro';
import { useAnswer } from '../../app/phone-context.ts';
import type { Place } from '../../crew/crew-day.ts';

interface Props {
  readonly place: Place | undefined;
  readonly onChange: (place: Place | undefined) => void;
}

/** A sector of any project. */
export function SectorChoice({ place, onChange }: Props) {
  const { t } = useLingui();
  const projects = useAnswer('projects');
  const choose = (sectorId: string) => {
    const project = projects.find(({ sectors }) => sectors.some((sector) => sector.sectorId === sectorId));
    onChange(project && { projectId: project.projectId, sectorId });
  };
  return (
    <label>
      <span>{t`Sector`}</span>
      <select value={place?.sectorId ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">…</option>
        {projects.map(({ projectId, projectName, sectors }) => (
          <optgroup key={projectId} label={projectName}>
            {sectors.map(({ sectorId, sector_name }) => (
              <option key={sectorId} value={sectorId}>
                {sector_name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
