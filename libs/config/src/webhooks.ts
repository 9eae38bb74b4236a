import { millisecondsOf } from '@furrow/kernel';
import type { Variables } from './variables.ts';

export interface WebhooksConfig {
  /** Milliseconds to wait after each failed attempt; after the last of them there is no other attempt. */
  readonly retriesMs: readonly number[];
  /** Receivers in the operator's own network, as `host:port`: they may have private addresses, and no TLS. */
  readonly allowedHosts: readonly string[];
}

const DEFAULT_RETRIES = '5s,5m,30m,2h,5h,10h,14h,20h,24h';
const MAX_RETRIES = 20;
const LONGEST_MS = 7 * 24 * 3_600_000;

export function webhooksOf(read: Variables): WebhooksConfig {
  return { retriesMs: retriesOf(read), allowedHosts: allowedHostsOf(read) };
}

function retriesOf(read: Variables): readonly number[] {
  const waits = (read.text('WEBHOOK_RETRIES') ?? DEFAULT_RETRIES)
    .split(',')
    .map((each) => millisecondsOf(each.trim()) ?? Infinity);
  if (waits.length <= MAX_RETRIES && waits.every((wait) => wait <= LONGEST_MS)) return waits;
  const accepts = `1 to ${MAX_RETRIES} durations such as ${DEFAULT_RETRIES}, separated by commas, each of at most 7 days`;
  return read.refuse('WEBHOOK_RETRIES', accepts, []);
}

function allowedHostsOf(read: Variables): readonly string[] {
  const hosts = read.list('WEBHOOK_ALLOWED_HOSTS').map((host) => host.toLowerCase());
  if (hosts.every(isHostAndPort)) return hosts;
  return read.refuse(
    'WEBHOOK_ALLOWED_HOSTS',
    'hosts with their ports such as hooks.lan:8080 or [fd00::7]:443, separated by commas',
    [],
  );
}

function isHostAndPort(text: string): boolean {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  return (
    Number(port) >= 1 && URL.canParse(`http://${host}:${port}/`) && new URL(`http://${host}/`).host === host
  );
}
