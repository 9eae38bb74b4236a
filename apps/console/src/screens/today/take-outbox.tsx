import { Plural, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Taken, takeOutboxFile, type WhyNot } from '@furrow/web';
import { storeOfOutbox } from '../../api/kept/unsent.ts';
import { useOutbox } from '../../api/outbox.ts';
import { useUser } from '../../app/signed-in.ts';

/** Takes what a phone could not send, from the file that its field app wrote; what the phone sends as well counts once. */
export function TakeOutbox() {
  const { t } = useLingui();
  const { userId } = useUser();
  const outbox = useOutbox();
  const queries = useQueryClient();
  const taking = useMutation({
    mutationFn: async (file: File): Promise<Taken> => {
      const taken = await takeOutboxFile(await file.text(), storeOfOutbox(userId), userId);
      await outbox.sync();
      return taken;
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <details className="disclosure">
      <summary>{t`Take over what a phone could not send`}</summary>
      <label>
        <span>{t`File of the field app, furrow-outbox-….json`}</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) taking.mutate(file);
            target.value = '';
          }}
        />
      </label>
      <p role="status">{taking.data && <Outcome taken={taking.data} />}</p>
    </details>
  );
}

function Outcome({ taken }: { readonly taken: Taken }) {
  const { t } = useLingui();
  const reasons: Readonly<Record<WhyNot, string>> = {
    unreadable: t`This is no file of the field app.`,
    newer: t`The file is of a newer version of the field app. Reload this page and try again.`,
    'of-another-user': t`The file is of another user, who has to sign in here to send it.`,
  };
  if ('whyNot' in taken) return reasons[taken.whyNot];
  return <Plural value={taken.items} one="# item was taken over." other="# items were taken over." />;
}
