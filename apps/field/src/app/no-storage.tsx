import { Trans, useLingui } from '@lingui/react/macro';

/** Without storage nothing could be counted safely. */
export function NoStorage({ reason }: { readonly reason: string }) {
  const { t } = useLingui();
  return (
    <main className="entrance">
      <h1>{t`This browser does not store anything`}</h1>
      <p role="alert" className="notice bad">
        <Trans>
          Open the app in a window that is not private, and free some storage. Nothing that was counted before
          is lost.
        </Trans>
      </p>
      <p>{reason}</p>
      <button type="button" onClick={() => location.reload()}>{t`Try again`}</button>
    </main>
  );
}
