import { Trans } from '@lingui/react/macro';
import { Screen } from '../../parts/screen.tsx';
import { Alerts } from './alerts/alerts.tsx';
import { Feeds } from './tokens/feeds.tsx';
import { Tokens } from './tokens/tokens.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Integrations: webhooks, alerts, API tokens and what they read. */
export default function Integrations() {
  return (
    <Screen title={<Trans>Integrations</Trans>}>
      <Webhooks />
      <Alerts />
      <Tokens />
      <Feeds />
    </Screen>
  );
}
