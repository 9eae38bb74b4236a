import { Trans } from '@lingui/react/macro';
import { Screen } from '../../parts/screen.tsx';
import { Alerts } from './alerts/alerts.tsx';
import { Tokens } from './tokens/tokens.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Integrations: API tokens, webhooks and alerts. */
export default function Integrations() {
  return (
    <Screen title={<Trans>Integrations</Trans>}>
      <Webhooks />
      <Alerts />
      <Tokens />
    </Screen>
  );
}
