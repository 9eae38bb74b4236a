import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { ApiToken } from '../../../api/types.ts';
import { ConfirmDialog } from '../../../parts/acts/dialog.tsx';
import { RowMenu } from '../../../parts/elements/row-menu.tsx';
import { Secret } from '../../../parts/secret.tsx';

interface Props {
  readonly token: ApiToken;
  readonly onClose: () => void;
}

/** Rotates or revokes a token. */
export function TokenActions({ token }: Pick<Props, 'token'>) {
  const { t } = useLingui();
  const [act, setAct] = useState<'rotate' | 'revoke'>();
  const { name, status } = token;
  // A rotated token is no longer active, but its new secret is still shown.
  if (status !== 'active' && act === undefined) return null;
  const close = () => setAct(undefined);
  return (
    <>
      <RowMenu
        label={t`Actions for ${name}`}
        items={[
          { label: t`New secret`, icon: KeyRound, onChoose: () => setAct('rotate') },
          { label: t`Revoke`, icon: Ban, isBad: true, onChoose: () => setAct('revoke') },
        ]}
      />
      {act === 'rotate' && <Rotate token={token} onClose={close} />}
      {act === 'revoke' && <Revoke token={token} onClose={close} />}
    </>
  );
}

function Rotate({ token: { keyId, name }, onClose }: Props) {
  const params = { path: { keyId } };
  const rotating = useChange('tokens', () =>
    bodyOf(furrow.POST('/api/control/tokens/{keyId}/rotate', { params, body: { overlap: '24h' } })),
  );
  return (
    <ConfirmDialog
      title={<Trans>New secret for {name}</Trans>}
      question={<Trans>The old secret works for 24 more hours.</Trans>}
      label={<Trans>New secret</Trans>}
      by={rotating}
      done={({ data }) => <Secret value={data.credential} />}
      onClose={onClose}
    />
  );
}

function Revoke({ token: { keyId, name }, onClose }: Props) {
  const params = { path: { keyId } };
  const revoking = useChange('tokens', () =>
    bodyOf(furrow.POST('/api/control/tokens/{keyId}/revoke', { params })),
  );
  return (
    <ConfirmDialog
      title={<Trans>Revoke {name}</Trans>}
      question={
        <Trans>Every program that uses this token is refused within seconds. This cannot be undone.</Trans>
      }
      label={<Trans>Revoke</Trans>}
      by={revoking}
      onClose={onClose}
    />
  );
}
