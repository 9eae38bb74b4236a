import { Trans } from '@lingui/react/macro';
import { Answered } from '../../parts/answered.tsx';
import { useFarm } from '../../parts/farm/farm-query.ts';
import { KeepsLastChange } from '../../parts/farm/last-change.tsx';
import { Undo } from '../../parts/farm/undo.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Company } from './company.tsx';
import { Land } from './land/land.tsx';
import { People } from './people/people.tsx';
import { FarmContext } from './shown-farm.ts';
import { Containers } from './terms/containers.tsx';
import { Policies } from './terms/policies.tsx';
import { Prices } from './terms/prices.tsx';
import { Qualities } from './terms/qualities.tsx';
import { Rates } from './terms/rates.tsx';
import { WorkerOptions } from './terms/worker-options.tsx';

/** Settings: what the company declares about itself, in the words of the farm file. */
export default function Settings() {
  const farm = useFarm();
  return (
    <Answered of={farm} title={<Trans>Settings</Trans>}>
      {({ file }) => (
        <FarmContext value={file}>
          <KeepsLastChange>
            <Screen title={<Trans>Settings</Trans>} beside={<Undo />}>
              <Company />
              <Land />
              <WorkerOptions />
              <Qualities />
              <Containers />
              <Prices />
              <Policies />
              <Rates />
              <People />
            </Screen>
          </KeepsLastChange>
        </FarmContext>
      )}
    </Answered>
  );
}
