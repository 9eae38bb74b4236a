import { Trans } from '@lingui/react/macro';

/** What the server tells once and keeps no copy of. */
export function Secret({ value }: { readonly value: string }) {
  return (
    <p className="notice warn" role="status">
      <Trans>Copy it now; it is not shown again.</Trans> <code>{value}</code>
    </p>
  );
}
