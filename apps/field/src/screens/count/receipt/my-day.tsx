import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { usePhone } from '../../../app/phone-context.ts';
import type { Worker } from '../counting.ts';

const QrPicture = lazy(() => import('./qr-picture.tsx'));

/** After a badge was scanned twice: the address of a page with the worker's own days, for the worker's camera. */
export function MyDay({ picker }: { readonly picker: Worker }) {
  const { t } = useLingui();
  const { furrow } = usePhone();
  const [url, setUrl] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { name } = picker;
  const ask = async () => {
    setBusy(true);
    const body = { workerId: picker.id, days: null };
    const answer = await furrow.POST('/api/control/receipts', { body });
    setBusy(false);
    setRefused(!answer.ok);
    if (answer.ok) setUrl(answer.body.data.url);
  };
  if (url !== undefined)
    return (
      <figure className="my-day">
        <Suspense fallback={<p aria-busy="true" />}>
          <QrPicture text={url} label={t`Code of the page of ${name}`} />
        </Suspense>
        <figcaption>{t`The own days of ${name}, for seven days.`}</figcaption>
        <button type="button" onClick={() => setUrl(undefined)}>
          <X />
          {t`Close`}
        </button>
      </figure>
    );
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void ask()}>
        <QrCode />
        {t`Show the own days`}
      </button>
      {isRefused && (
        <p role="alert" className="notice">
          <Trans>The office has to answer for this. Try again when there is signal.</Trans>
        </p>
      )}
    </>
  );
}
