import { DEFECTS } from '../proof/account.ts';
import type { BrokerReport } from './external-broker.ts';
import type { GatewaysReport } from './gateways.ts';
import type { ReadingsAccount } from './readings.ts';

/** The longest time without a connection that a device may have, in seconds. */
const BACK_WITHIN = 30;

/** The problems with stored readings, one sentence each. */
function readingsProblems(readings: ReadingsAccount): string[] {
  const defects = DEFECTS.filter((defect) => readings[defect] > 0);
  return [
    ...defects.map((defect) => `${readings[defect]} readings were ${defect}.`),
    ...(readings.acknowledged === 0 ? ['No reading was acknowledged.'] : []),
  ];
}

/** The problems of a run, one sentence each. */
export function gatewaysProblems({ readings, back, away, kills }: GatewaysReport): string[] {
  return [
    ...readingsProblems(readings),
    ...(back.longest > BACK_WITHIN ? [`A device was back only after ${back.longest} s.`] : []),
    ...(away > 0 ? [`${away} devices were not connected at the end.`] : []),
    ...(kills === 0 ? ['No gateway was killed.'] : []),
  ];
}

/** The report as a table. */
export function gatewaysTable(report: GatewaysReport): string {
  const { settings, kills, proxies, readings, back, failedAttempts, away, connected, seconds } = report;
  return [
    `${settings.devices} devices on ${settings.gateways} gateways behind ${proxies} HAProxy, seed ${settings.seed}: ${kills} kills, ${seconds} s.`,
    readingsLine(readings),
    `Connections: ${back.count} lost; restored after ${back.median} s (median), ${back.p99} s (p99), ` +
      `${back.longest} s (maximum); ${failedAttempts} attempts failed; ` +
      `${connected} connected while gateways were killed (median), all but ${away} at the end.`,
  ].join('\n');
}

/** The problems of a run, one sentence each. */
export function brokerProblems({ readings }: BrokerReport): string[] {
  return readingsProblems(readings);
}

/** The report as a table. */
export function brokerTable(report: BrokerReport): string {
  const { settings, faults, readings, excusedSeconds } = report;
  return [
    `${settings.devices} devices on Mosquitto, ${settings.consumers} gateways that consume from it, seed ${settings.seed}: ${faults} faults.`,
    readingsLine(readings),
    `Mosquitto promises no durability from its last save until a kill -9, nor from its start until a gateway has ` +
      `subscribed: of the readings acknowledged in these ${excusedSeconds} s ${readings.excused} are missing.`,
  ].join('\n');
}

function readingsLine(readings: ReadingsAccount): string {
  const { sent, acknowledged, stored } = readings;
  const defects = DEFECTS.map((defect) => `${readings[defect]} ${defect}`).join(', ');
  return `Readings: ${sent} sent, ${acknowledged} acknowledged, ${stored} stored; ${defects}.`;
}
