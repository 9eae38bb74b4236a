import { Trans } from '@lingui/react/macro';
import { useLastChange } from '../../parts/farm/last-change.tsx';
import { Undo } from '../../parts/farm/undo.tsx';

/** Says that a form was changed, and offers its former state. */
export function UndoNotice() {
  const { last } = useLastChange();
  if (last.length === 0) return null;
  return (
    <div className="notice" role="status">
      <p>
        <Trans>It is changed.</Trans> <Undo />
      </p>
    </div>
  );
}
