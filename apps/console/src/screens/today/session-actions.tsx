import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActForm } from '../../parts/acts/act-form.tsx';
import { useAct } from '../../api/acts.ts';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { Session } from '../../api/types.ts';
import { OutcomeNotice } from '../../parts/acts/outcome.tsx';

const LONGEST_HOURS = 24;

/** Extends and closes a session, for its owner. */
export function SessionActions({ session }: { readonly session: Session }) {
  const { t } = useLingui();
  return (
    <div className="actions">
      {session.maxDurationHours < LONGEST_HOURS && <Extend session={session} />}
      <details>
        <summary className="button">{t`Close`}</summary>
        <Close sessionId={session.sessionId} />
      </details>
    </div>
  );
}

function Extend({ session: { sessionId, maxDurationHours } }: { readonly session: Session }) {
  const queries = useQueryClient();
  const extending = useMutation({
    mutationFn: () =>
      bodyOf(
        furrow.POST('/api/control/production/sessions/{sessionId}/extend', {
          params: { path: { sessionId } },
          body: { maxDurationHours: maxDurationHours + 1 },
        }),
      ),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <>
      <button type="button" disabled={extending.isPending} onClick={() => extending.mutate()}>
        <Trans>One hour more</Trans>
      </button>
      {extending.error && (
        <p className="notice bad" role="alert">
          {extending.error.message}
        </p>
      )}
    </>
  );
}

function Close({ sessionId }: { readonly sessionId: string }) {
  const { t } = useLingui();
  const [notes, setNotes] = useState('');
  const closing = useAct((outbox) =>
    outbox.closeSession({ sessionId, ...(notes.trim() !== '' && { finalNotes: notes.trim() }) }),
  );
  return (
    <ActForm onSubmit={() => closing.mutate()}>
      <label>
        <span>{t`Notes on the day`}</span>
        <textarea value={notes} maxLength={500} rows={2} onChange={({ target }) => setNotes(target.value)} />
      </label>
      <button type="submit" className="primary" disabled={closing.isPending}>{t`Close this session`}</button>
      <OutcomeNotice of={closing} />
    </ActForm>
  );
}
