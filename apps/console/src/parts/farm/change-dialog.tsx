import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { FarmChange } from '../../api/types.ts';
import { ActFailed } from '../acts/act-failed.tsx';
import { Dialog } from '../acts/dialog.tsx';
import { differences } from './differences.ts';
import type { FarmDraft } from './farm-query.ts';

interface Props {
  readonly draft: FarmDraft;
  readonly make: () => Promise<void>;
  readonly onClose: () => void;
}

/** What a change of the farm will do, before it is made. */
export function ChangeDialog({ draft, make, onClose }: Props) {
  const making = useMutation({ mutationFn: make });
  const isSame = draft.changes.every(({ action }) => action === 'unchanged');
  return (
    <Dialog title={<Trans>What will change</Trans>} onClose={onClose}>
      {(close) => (
        <>
          {isSame ? (
            <p>{<Trans>Nothing differs from how it stands.</Trans>}</p>
          ) : (
            <Changes of={draft.changes} />
          )}
          <ActFailed error={making.error} />
          <p className="answers">
            <button type="button" onClick={close}>
              <Trans>Cancel</Trans>
            </button>
            {!isSame && (
              <button
                type="button"
                className="primary"
                disabled={making.isPending}
                onClick={() => making.mutate(undefined, { onSuccess: close })}
              >
                <Trans>Change it</Trans>
              </button>
            )}
          </p>
        </>
      )}
    </Dialog>
  );
}

function Changes({ of }: { readonly of: readonly FarmChange[] }) {
  return of
    .filter(({ action }) => action !== 'unchanged')
    .map((change) => <OneChange key={`${change.kind} ${change.key}`} change={change} />);
}

function OneChange({ change: { key, action, before, after } }: { readonly change: FarmChange }) {
  const { t } = useLingui();
  const done = { created: t`new`, updated: t`changed`, unchanged: t`the same`, deactivated: t`out of use` };
  const rows = differences(before, after);
  return (
    <div className="table-frame" role="region" aria-label={key} tabIndex={0}>
      <table>
        <caption>
          {key}: {done[action]}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>What</Trans>
            </th>
            <th scope="col">
              <Trans>Before</Trans>
            </th>
            <th scope="col">
              <Trans>After</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, before: was, after: is }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
              </th>
              <td>{was ?? '–'}</td>
              <td>{is ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
