import { Trans } from '@lingui/react/macro';
import { Screen } from '../../parts/screen.tsx';
import { Tokens } from './tokens.tsx';

/** Other programs: what lets them in, and what they were told. */
export default function Integrations() {
  return (
    <Screen title={<Trans>Integrations</Trans>}>
      <Tokens />
    </Screen>
  );
}
