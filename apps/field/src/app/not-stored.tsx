import { useLingui } from '@lingui/react/macro';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';

/** What a touch was meant to store and the phone could not, as when it is full; whoever waits for it says so itself. */
export function NotStored() {
  const { t } = useLingui();
  const [reason, setReason] = useState<string>();
  useEffect(() => {
    const hear = ({ reason: error }: PromiseRejectionEvent) =>
      setReason(error instanceof Error ? error.message : String(error));
    window.addEventListener('unhandledrejection', hear);
    return () => window.removeEventListener('unhandledrejection', hear);
  }, []);
  if (reason === undefined) return null;
  return (
    <section role="alert" className="notice bad">
      <p>
        <TriangleAlert />
        <strong>{t`Something was not stored. Do it again.`}</strong>
      </p>
      <p>{reason}</p>
      <button type="button" onClick={() => setReason(undefined)}>
        <X />
        {t`Close`}
      </button>
    </section>
  );
}
