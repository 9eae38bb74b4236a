import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ProductionRecord, Session } from '../../api/types.ts';
import { Answered } from '../../parts/answered.tsx';
import { Empty } from '../../parts/states.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  readonly session: Session;
  readonly of: UseQueryResult<readonly ProductionRecord[]>;
  readonly mayVoid: boolean;
  readonly unit: string;
}

/** Every movement behind the totals. */
export function Movements({ session, of, mayVoid, unit }: Props) {
  const { t } = useLingui();
  return (
    <Answered
      of={of}
      empty={
        <Empty title={t`No record yet.`}>
          <Trans>What the crew picks appears here as soon as a phone has sent it.</Trans>
        </Empty>
      }
    >
      {(records) => <Timeline {...{ session, records, mayVoid, unit }} />}
    </Answered>
  );
}
