import { useLingui } from '@lingui/react/macro';
import { MAX_CORNERS } from '../../../farm/outline.ts';
import type { FileProblem } from '../../../farm/outline-file.ts';
import { useFormat } from '../../../parts/format.ts';

/** What is wrong with an outline or its file, and what to do. */
export function useOutlineProblems(): Readonly<Record<FileProblem | 'no-position', string>> {
  const { t } = useLingui();
  const { number } = useFormat();
  const most = number(MAX_CORNERS);
  return {
    'no-outline': t`The file has no polygon. Export the outline of the sector as GeoJSON, KML or a shapefile.`,
    'too-many-corners': t`The outline has more than ${most} corners. Simplify it in the program that it comes from.`,
    'too-few-corners': t`An outline has at least three corners.`,
    'crosses-itself': t`The outline crosses itself. Move the corners until no side meets another one.`,
    'not-degrees': t`The corners are not in degrees of longitude and latitude. Export the file as WGS 84.`,
    'file-too-large': t`The file is larger than 5 MB. Export the outline of this sector alone.`,
    'not-readable': t`The file is neither GeoJSON nor KML nor a zipped shapefile that can be read.`,
    'no-position': t`The position of this device is not known: allow the browser to use it.`,
  };
}
