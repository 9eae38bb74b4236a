import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { FarmChange } from '../../farm/farm-file.ts';
import { Answered } from '../../parts/answered.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Undo } from './change/undo.tsx';
import { FarmContext, useFarm } from './farm-query.ts';
import { Company } from './company.tsx';
import { Land } from './land/land.tsx';
import { People } from './people/people.tsx';
import { Policies } from './terms/policies.tsx';
import { Prices } from './terms/prices.tsx';
import { Qualities } from './terms/qualities.tsx';
import { Rates } from './terms/rates.tsx';
import { WorkerOptions } from './terms/worker-options.tsx';

/** Settings: what the company declares about itself, in the words of the farm file. */
export default function Settings() {
  const farm = useFarm();
  const [last, remember] = useState<readonly FarmChange[]>([]);
  return (
    <Answered of={farm} title={<Trans>Settings</Trans>}>
      {(shown) => (
        <FarmContext value={{ ...shown, last, remember }}>
          <Screen title={<Trans>Settings</Trans>} beside={<Undo />}>
            <Company />
            <Land />
            <WorkerOptions />
            <Qualities />
            <Prices />
            <Policies />
            <Rates />
            <People />
          </Screen>
        </FarmContext>
      )}
    </Answered>
  );
}
