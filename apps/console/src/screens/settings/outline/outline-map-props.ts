import type { Corner } from '../../../farm/outline.ts';
import type { Boundary } from '../../../scouting/map-shapes.ts';

export interface OutlineMapProps {
  readonly boundary: Boundary | null;
  readonly neighbours: readonly { readonly name: string; readonly boundary: Boundary }[];
  /** Where the phone is; null if it is not known. */
  readonly here: Corner | null;
  readonly onLocate: () => void;
  readonly onChange: (boundary: Boundary | null) => void;
}
