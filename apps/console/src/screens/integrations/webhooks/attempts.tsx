import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { WebhookDelivery } from '../../../api/types.ts';
import { Figure } from '../../../parts/figure.tsx';
import { When } from '../../../parts/when.tsx';

type Attempt = WebhookDelivery['attempts'][number];

interface Props {
  readonly delivery: WebhookDelivery;
  readonly timeZone: string;
}

/** Every attempt of a delivery: when, the answer and its duration, and why it failed. */
export function Attempts({ delivery: { attempts, status }, timeZone }: Props) {
  if (attempts.length === 0) return <Trans>none yet</Trans>;
  return (
    <details className="attempts" open={status !== 'delivered' && attempts.length <= 2}>
      <summary>
        <Plural value={attempts.length} one="# attempt" other="# attempts" />
      </summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.time}>
            <When at={attempt.time} timeZone={timeZone} />:{' '}
            {attempt.status !== null && <data value={attempt.status}>{attempt.status}</data>}{' '}
            <Reason of={attempt} /> <Figure value={attempt.duration} digits={0} unit="ms" />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** In the user's language where the server's reason is known; else in the server's words. */
function Reason({ of: { status, reason } }: { readonly of: Attempt }) {
  const { t } = useLingui();
  if (reason === null) return t`arrived`;
  if (status === 410) return t`the receiver no longer exists; the webhook is paused`;
  if (status !== null && status >= 300 && status < 400) return t`redirects are not followed`;
  if (status !== null) return t`refused`;
  if (reason.startsWith('url_not_allowed')) return t`the address is private or reserved`;
  if (reason.startsWith('no answer')) return t`no answer in time`;
  if (reason.startsWith('TLS failed')) return t`no trusted connection: ${reason}`;
  const known: Readonly<Record<string, string>> = {
    'the connection was refused': t`no program answers at this address`,
    'the connection was cut': t`the connection was cut`,
    'the host has no address': t`the host has no address`,
    'the host cannot be reached': t`the host cannot be reached`,
  };
  return known[reason] ?? reason;
}
