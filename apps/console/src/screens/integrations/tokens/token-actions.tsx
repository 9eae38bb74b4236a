import { Trans } from '@lingui/react/macro';
import { useChange } from '../../../api/change.ts';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import type { ApiToken } from '../../../api/types.ts';
import { Confirmed } from '../../../parts/acts/confirmed.tsx';
import { Secret } from '../../../parts/secret.tsx';

/** Rotates or revokes a token. */
export function TokenActions({ token: { keyId, name, status } }: { readonly token: ApiToken }) {
  const params = { path: { keyId } };
  const rotating = useChange('tokens', () =>
    bodyOf(furrow.POST('/api/control/tokens/{keyId}/rotate', { params, body: { overlap: '24h' } })),
  );
  const revoking = useChange('tokens', () =>
    bodyOf(furrow.POST('/api/control/tokens/{keyId}/revoke', { params })),
  );
  if (status !== 'active') return null;
  return (
    <div className="actions">
      <Confirmed
        label={<Trans>New secret</Trans>}
        name={name}
        question={<Trans>The old one works for 24 hours more.</Trans>}
        by={rotating}
      />
      <Confirmed
        label={<Trans>Revoke</Trans>}
        name={name}
        question={<Trans>Every program that uses it is refused within seconds, for good.</Trans>}
        by={revoking}
      />
      {rotating.data && <Secret value={rotating.data.data.credential} />}
    </div>
  );
}
