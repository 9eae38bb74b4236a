import { useLingui } from '@lingui/react/macro';
import { Pause, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Webhook } from '../../../api/types.ts';
import { ActFailed } from '../../../parts/acts/act-failed.tsx';
import { ConfirmDialog } from '../../../parts/acts/dialog.tsx';
import { RowMenu } from '../../../parts/elements/row-menu.tsx';
import { useDeleting, useTesting, useTurning } from './webhook-acts.ts';
import { nameOf } from './webhook-name.ts';

/** Tests, pauses or deletes a webhook from its row. */
export function WebhookMenu({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui();
  const [, goTo] = useLocation();
  const [isDeleted, setDeleted] = useState(false);
  const name = nameOf(webhook);
  const isActive = webhook.status === 'active';
  const testing = useTesting(webhook, () => goTo(`/integrations/${webhook.webhookId}`));
  const turning = useTurning(webhook);
  const deleting = useDeleting(webhook);
  return (
    <>
      <RowMenu
        label={t`Actions for ${name}`}
        items={[
          {
            ...{ label: t`Send a test`, icon: Send, isDisabled: !isActive },
            onChoose: () => testing.mutate(),
          },
          isActive
            ? { label: t`Pause`, icon: Pause, onChoose: () => turning.mutate() }
            : { label: t`Resume`, icon: Play, onChoose: () => turning.mutate() },
          { label: t`Delete`, icon: Trash2, isBad: true, onChoose: () => setDeleted(true) },
        ]}
      />
      <ActFailed error={testing.error ?? turning.error} />
      {isDeleted && (
        <ConfirmDialog
          title={t`Delete ${name}`}
          question={t`The webhook sends nothing more, and its deliveries are deleted.`}
          label={t`Delete`}
          by={deleting}
          onClose={() => setDeleted(false)}
        />
      )}
    </>
  );
}
