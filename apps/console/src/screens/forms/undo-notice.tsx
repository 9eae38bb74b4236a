import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { FarmChange } from '../../api/types.ts';
import { ActFailed } from '../../parts/acts/act-failed.tsx';
import { ChangeDialog } from '../../parts/farm/change-dialog.tsx';
import { draftOf, useFarm, useFarmDraft } from '../../parts/farm/farm-query.ts';
import { undoOf } from './form-query.ts';

/** Says that forms were changed, and offers their former state. */
export function UndoNotice({ made }: { readonly made: readonly FarmChange[] }) {
  const { data: farm } = useFarm(true);
  const { draft, show, drop, make, made: undone } = useFarmDraft();
  const asking = useMutation({
    mutationFn: async (version: string) => show(await draftOf(undoOf(made), version)),
  });
  return (
    <div className="notice" role="status">
      {undone ? (
        <p>
          <Trans>It is as it was before.</Trans>
        </p>
      ) : (
        <p>
          <Trans>It is changed.</Trans>{' '}
          <button
            type="button"
            disabled={farm === undefined || asking.isPending}
            onClick={() => farm && asking.mutate(farm.version)}
          >
            <Trans>Undo</Trans>
          </button>
        </p>
      )}
      <ActFailed error={asking.error} />
      {draft && <ChangeDialog draft={draft} make={make} onClose={drop} />}
    </div>
  );
}
