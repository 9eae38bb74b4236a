import { Trans } from '@lingui/react/macro';
import { Tokens } from './tokens.tsx';

/** Other programs: what lets them in, and what they were told. */
export default function Integrations() {
  return (
    <>
      <div className="heading">
        <h1>
          <Trans>Integrations</Trans>
        </h1>
      </div>
      <Tokens />
    </>
  );
}
