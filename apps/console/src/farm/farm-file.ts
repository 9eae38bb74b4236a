import type { components } from '@furrow/client';
import type { Boundary } from '../scouting/map-shapes.ts';

type Schemas = components['schemas'];

/** The API document says that a boundary is GeoJSON, without its structure. */
export type FarmSector = Omit<Schemas['FarmSector'], 'boundary'> & { readonly boundary: Boundary | null };
export type FarmProject = Omit<Schemas['FarmProject'], 'sectors'> & {
  readonly sectors: readonly FarmSector[];
};
export type FarmFile = Omit<Schemas['FarmFile'], 'projects'> & { readonly projects: readonly FarmProject[] };

export type FarmUser = Schemas['FarmUser'];
export type FarmQuality = Schemas['FarmQuality'];
export type FarmContainer = Schemas['FarmContainer'];
export type FarmPrice = Schemas['FarmPrice'];
export type FarmPayPolicy = Schemas['FarmPayPolicy'];
export type FarmPayRate = Schemas['FarmPayRate'];

/** What became of an item of the farm; of a worker, whom no farm file declares, it is shown alike. */
export type FarmChange = Omit<Schemas['FarmChange'], 'kind'> & {
  readonly kind: Schemas['FarmChange']['kind'] | 'worker';
};

/** A farm file in part, as a change of the farm. */
export type FarmPart = {
  readonly [Section in keyof FarmFile]?: FarmFile[Section] extends readonly unknown[]
    ? readonly object[]
    : Partial<FarmFile[Section]>;
};

export type Status = FarmSector['status'];
export type OptionField = keyof FarmFile['workerOptions'];
export type Members = Readonly<Record<string, unknown>>;
