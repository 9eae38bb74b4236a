import { Trans } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  type FileProblem,
  isZip,
  MAX_FILE_BYTES,
  outlineIn,
  outlineOf,
  type ReadOutline,
} from '../../../farm/outline-file.ts';
import type { Boundary } from '../../../scouting/map-shapes.ts';

interface Props {
  readonly onRead: (boundary: Boundary) => void;
  readonly onProblem: (problem: FileProblem) => void;
  readonly children: ReactNode;
}

/** Takes a GeoJSON or KML file or a zipped shapefile, dropped anywhere on it or chosen. */
export function FileDrop({ onRead, onProblem, children }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = await readOutline(file);
    if ('problem' in read) onProblem(read.problem);
    else onRead(read.boundary);
  };
  return (
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      {children}
      <p className="file">
        <FileUp />
        <label htmlFor={id}>
          <Trans>Or drop a GeoJSON or KML file or a zipped shapefile here, or choose one:</Trans>
        </label>
        <input
          id={id}
          type="file"
          accept=".geojson,.json,.kml,.zip"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // The same file may be chosen again after it was mended.
            target.value = '';
          }}
        />
      </p>
    </div>
  );
}

async function readOutline(file: File): Promise<ReadOutline> {
  if (file.size > MAX_FILE_BYTES) return { problem: 'file-too-large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) {
    // Its projections are large, and few have a shapefile.
    const { geometriesIn } = await import('../../../farm/shapefile.ts');
    return outlineOf(() => geometriesIn(bytes));
  }
  const text = new TextDecoder().decode(bytes);
  const { kml } = await import('@tmcw/togeojson');
  return outlineIn(text, (xml) => {
    const document = new DOMParser().parseFromString(xml, 'text/xml');
    if (document.querySelector('parsererror')) throw new Error('It is no XML.');
    return kml(document);
  });
}
