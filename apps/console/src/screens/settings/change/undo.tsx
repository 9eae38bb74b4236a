import { Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formerOf } from '../../../farm/former.ts';
import type { FarmPart } from '../../../farm/farm-file.ts';
import { useShownFarm } from '../farm-query.ts';
import { DirectChange } from './change-dialog.tsx';

/** Takes back the last change that was made on this screen. */
export function Undo() {
  const { last, file } = useShownFarm();
  const [part, setPart] = useState<FarmPart>();
  if (last.length === 0) return null;
  return (
    <>
      <button type="button" className="no-print" onClick={() => setPart(formerOf(last, file))}>
        <Undo2 /> <Trans>Undo the last change</Trans>
      </button>
      {part && (
        <DirectChange
          title={<Trans>Undo the last change</Trans>}
          part={part}
          onClose={() => setPart(undefined)}
        />
      )}
    </>
  );
}
