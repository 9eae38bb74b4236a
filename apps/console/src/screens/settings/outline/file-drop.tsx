import { Trans } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type FileProblem, MAX_FILE_BYTES, outlineIn } from '../../../farm/outline-file.ts';
import type { Boundary } from '../../../scouting/map-shapes.ts';

interface Props {
  readonly onRead: (boundary: Boundary) => void;
  readonly onProblem: (problem: FileProblem) => void;
  readonly children: ReactNode;
}

/** Takes a GeoJSON or KML file, dropped anywhere on it or chosen. */
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
          <Trans>Or drop a GeoJSON or KML file here, or choose one:</Trans>
        </label>
        <input
          id={id}
          type="file"
          accept=".geojson,.json,.kml"
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

async function readOutline(file: File) {
  if (file.size > MAX_FILE_BYTES) return { problem: 'file-too-large' } as const;
  const { kml } = await import('@tmcw/togeojson');
  return outlineIn(await file.text(), (text) => {
    const document = new DOMParser().parseFromString(text, 'text/xml');
    if (document.querySelector('parsererror')) throw new Error('It is no XML.');
    return kml(document);
  });
}
