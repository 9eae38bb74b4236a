import { Plural, Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { session } from '../api/session.ts';
import { SignOutFailed } from './sign-out-failed.tsx';
import { useUser } from './signed-in.ts';

/** Signs out, which deletes what this device stores of the user; asks first if the server does not have all of it. */
export function SignOut() {
  const { userId } = useUser();
  const leaving = useMutation({
    mutationFn: async ({ isSure }: { readonly isSure: boolean }): Promise<number> => {
      const unsent = isSure ? 0 : await unsentOf(userId);
      if (unsent === 0) location.assign(await session.signOut());
      return unsent;
    },
  });
  const unsent = leaving.data ?? 0;
  return (
    <>
      {unsent > 0 && (
        <p role="alert">
          <Plural
            value={unsent}
            one="# item on this device has not been sent, and would be deleted."
            other="# items on this device have not been sent, and would be deleted."
          />
        </p>
      )}
      <button
        type="button"
        className={unsent > 0 ? 'bad' : undefined}
        disabled={leaving.isPending}
        onClick={() => leaving.mutate({ isSure: unsent > 0 })}
      >
        {unsent > 0 ? <Trans>Delete and sign out</Trans> : <Trans>Sign out</Trans>}
      </button>
      {leaving.isError && <SignOutFailed />}
    </>
  );
}

/** What stays in the outbox after an attempt to send it; nothing where the browser stores nothing. */
async function unsentOf(userId: string): Promise<number> {
  const { sendRest } = await import('../api/outbox.ts');
  return sendRest(userId).catch(() => 0);
}
