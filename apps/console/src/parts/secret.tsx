import { Trans } from '@lingui/react/macro';

/** A secret that the server shows once and does not store. */
export function Secret({ value }: { readonly value: string }) {
  return (
    <p className="notice warn" role="status">
      <Trans>Copy the secret now. It is not shown again.</Trans> <code>{value}</code>
    </p>
  );
}
