import type { TwoCompanies } from '../stage/two-companies.ts';
import type { Outcome } from './under-attack.ts';
import { type Held, hold, holdMany, mostSockets, unended } from './sockets.ts';

const TRICKLE_MS = 1_000;

/** Connections that send nothing. */
export async function silentSockets(url: string, wanted: number): Promise<Outcome> {
  const count = Math.min(wanted, mostSockets());
  const left = await unended(await holdMany(url, count));
  return {
    tried: count,
    problems: [
      ...(left > 0 ? [`${left} of ${count} silent connections were never closed`] : []),
      ...(count < wanted
        ? [`this machine allows ${count} open files, not ${wanted}: raise \`ulimit -n\``]
        : []),
    ],
  };
}

/** Heads that arrive byte by byte and never end. */
export async function slowHeads(url: string, count: number): Promise<Outcome> {
  const all = await holdMany(url, count);
  const trickle = trickling(all, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
  const left = await unended(all);
  clearInterval(trickle);
  return { tried: count, problems: left > 0 ? [`${left} of ${count} slow heads were not closed`] : [] };
}

/** Bodies of an authenticated caller that stop in the middle. */
export async function slowBodies(companies: TwoCompanies, count: number): Promise<Outcome> {
  const all = await holdMany(companies.stage.api.ready.url, count);
  for (const { socket } of all) socket.write(`${headOfUpload(companies)}{"first_name":`);
  const left = await unended(all);
  return {
    tried: count,
    problems: left > 0 ? [`${left} of ${count} incomplete bodies were not closed`] : [],
  };
}

/** A body that arrives byte by byte for as long as the service allows. */
export async function trickledBody(companies: TwoCompanies): Promise<Outcome> {
  const held = await hold(companies.stage.api.ready.url);
  const trickle = trickling([held], `${headOfUpload(companies)}{"first_name":"`, 'a');
  const left = await unended([held]);
  clearInterval(trickle);
  return { tried: 1, problems: left > 0 ? ['the connection was not closed'] : [] };
}

function headOfUpload({ acme }: TwoCompanies): string {
  const headers = {
    host: 'x',
    ...acme.as('ana'),
    'content-type': 'application/json',
    'content-length': '100000',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/control/workers HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function trickling(all: readonly Held[], first: string, next: string): NodeJS.Timeout {
  for (const { socket } of all) socket.write(first);
  return setInterval(() => {
    for (const { socket } of all) if (socket.writable) socket.write(next);
  }, TRICKLE_MS);
}
