import type { FarmProject } from '../../../farm/farm-file.ts';

/** A sector as a part of its project, whose other members stay as they are. */
export const within = ({ key, name, timezone }: FarmProject, sector: object): object => ({
  ...{ key, name, timezone, sectors: [sector] },
});
