import type { Check } from '@furrow/program';
import { DEFECTS } from '../proof/account.ts';
import type { BrokerReport } from './external-broker.ts';
import type { GatewaysReport } from './gateways.ts';
import type { ReadingsAccount } from './readings.ts';

/** The longest time without a connection that a device may have, in seconds. */
const BACK_WITHIN = 30;

function readingsCheck(suite: string, readings: ReadingsAccount, more = ''): Check {
  const { sent, acknowledged, stored } = readings;
  return {
    ...{ suite, what: 'readings', asked: sent },
    problems: [
      ...DEFECTS.filter((defect) => readings[defect] > 0).map((defect) => `${readings[defect]} ${defect}`),
      ...(acknowledged === 0 ? ['none was acknowledged'] : []),
    ],
    detail: `${acknowledged} acknowledged, ${stored} stored${more}`,
  };
}

export function gatewaysChecks(report: GatewaysReport): Check[] {
  const { settings, kills, proxies, readings, back, failedAttempts, away, connected } = report;
  const suite = 'gateways';
  return [
    readingsCheck(suite, readings),
    {
      ...{ suite, what: `kills of ${settings.gateways} gateways`, asked: kills },
      problems: kills === 0 ? ['none was killed'] : [],
    },
    {
      ...{ suite, what: `connections of ${settings.devices} devices`, asked: back.count },
      problems: [
        ...(back.longest > BACK_WITHIN ? [`a device was back only after ${back.longest} s`] : []),
        ...(away > 0 ? [`${away} devices were not connected at the end`] : []),
      ],
      detail:
        `back after ${back.median} s (median), ${back.p99} s (p99), ${back.longest} s (longest), through ${proxies} HAProxy; ` +
        `${failedAttempts} attempts failed; ${connected} connected while gateways were killed (median)`,
    },
  ];
}

/**
 * Mosquitto promises no durability from its last save until a `kill -9`, nor from its start until a gateway has
 * subscribed: what is missing of these times is excused.
 */
export function brokerChecks({ settings, faults, readings, excusedSeconds }: BrokerReport): Check[] {
  const suite = 'broker';
  const excused = `; ${readings.excused} excused, of ${excusedSeconds} s without a promise of Mosquitto’s`;
  return [
    readingsCheck(suite, readings, excused),
    { suite, what: `faults, with ${settings.consumers} gateways`, asked: faults, problems: [] },
  ];
}
