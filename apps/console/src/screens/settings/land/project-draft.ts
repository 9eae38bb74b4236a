import type { FarmProject } from '../../../farm/farm-file.ts';

/** A project as the form holds it: numbers are texts while they are typed. */
export interface ProjectDraft {
  readonly name: string;
  readonly timezone: string;
  readonly samplingUnit: string;
  readonly pricePerUnit: string;
  readonly maxDurationHours: string;
  readonly syncGraceHours: string;
  readonly harvestGuard: string;
  readonly repeatSeconds: string;
}

/** A new one has the defaults of docs/farm-file.md. */
export function draftOf(project: FarmProject | undefined, timezone: string): ProjectDraft {
  const { samplingUnit, pricePerUnit, maxDurationHours, syncGraceHours, harvestGuard, repeatSeconds } =
    project?.defaults ?? {};
  return {
    name: project?.name ?? '',
    timezone: project?.timezone ?? timezone,
    samplingUnit: samplingUnit ?? '',
    pricePerUnit: String(pricePerUnit ?? ''),
    maxDurationHours: String(maxDurationHours ?? 12),
    syncGraceHours: String(syncGraceHours ?? 48),
    harvestGuard: harvestGuard ?? 'warn',
    repeatSeconds: String(repeatSeconds ?? ''),
  };
}

export function projectOf({ name, timezone, ...draft }: ProjectDraft, key: string): object {
  const [price, repeat] = [draft.pricePerUnit.trim(), draft.repeatSeconds.trim()];
  return {
    ...{ key, name: name.trim(), timezone },
    defaults: {
      samplingUnit: draft.samplingUnit.trim() || null,
      pricePerUnit: price === '' ? null : Number(price),
      maxDurationHours: Number(draft.maxDurationHours),
      syncGraceHours: Number(draft.syncGraceHours),
      harvestGuard: draft.harvestGuard,
      repeatSeconds: repeat === '' ? null : Number(repeat),
    },
  };
}
