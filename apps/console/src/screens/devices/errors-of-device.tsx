import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { DeviceActivity } from '../../api/types.ts';
import { Chip } from '../../parts/elements/chip.tsx';
import { Figure } from '../../parts/figure.tsx';
import { When } from '../../parts/when.tsx';

type Code = NonNullable<DeviceActivity['lastError']>['code'];

interface Props {
  /** Undefined while it is not known, or if the device never sent anything. */
  readonly activity: DeviceActivity | undefined;
  readonly timeZone: string;
}

/** How many items of a device were rejected in the last hours, and why the last one was. */
export function ErrorsOfDevice({ activity, timeZone }: Props) {
  const { t } = useLingui();
  if (activity === undefined) return <span className="none">–</span>;
  const { errors, lastError } = activity;
  if (lastError === null) return <span className="none">{t`none`}</span>;
  return (
    <span className="errors">
      <Chip tone="warn">
        <Figure value={errors.reduce((sum, count) => sum + count, 0)} />
      </Chip>{' '}
      <Reason code={lastError.code} />{' '}
      <small>
        <When at={lastError.at} timeZone={timeZone} />
      </small>
    </span>
  );
}

function Reason({ code }: { readonly code: Code }) {
  const reason = useReasons()[code];
  return <span title={reason}>{reason}</span>;
}

function useReasons(): Readonly<Record<Code, string>> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      malformed_json: t`The message is not JSON.`,
      payload_too_large: t`The message is too long.`,
      payload_too_deep: t`The message is nested too deeply.`,
      too_many_items: t`The message has too many readings.`,
      validation_failed: t`A value is missing or out of its range.`,
      ts_too_old: t`The clock of the device is not set.`,
      ts_in_future: t`The clock of the device is ahead.`,
      kpi_reserved: t`Only scouts report incidence and severity.`,
      sector_not_found: t`The sector is not one of its project.`,
      conflict: t`The same reading was sent before with other values.`,
      refused: t`The reading cannot be stored.`,
      rate_limited: t`The device sends faster than allowed.`,
    }),
    [t],
  );
}
