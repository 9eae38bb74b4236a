import { Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formerOf } from '../../farm/former.ts';
import type { FarmPart } from '../../farm/farm-file.ts';
import { DirectChange } from './change-dialog.tsx';
import { patchOf, useFarm } from './farm-query.ts';
import { useLastChange } from './last-change.tsx';

/** Takes back the last change that was made on this screen. */
export function Undo() {
  const { last } = useLastChange();
  const { data: farm } = useFarm();
  const [part, setPart] = useState<FarmPart>();
  if (last.length === 0 || !farm) return null;
  return (
    <>
      <button type="button" className="no-print" onClick={() => setPart(formerOf(last, farm.file))}>
        <Undo2 /> <Trans>Undo the last change</Trans>
      </button>
      {part && (
        <DirectChange
          title={<Trans>Undo the last change</Trans>}
          request={patchOf(part)}
          onClose={() => setPart(undefined)}
        />
      )}
    </>
  );
}
