import type { Check } from '@furrow/program';
import { asJson, dataOf, type Json } from '../client.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { INJECTIONS } from './hostile.ts';

const CONTROL = '/api/control';

/** Texts are read back exactly as they were sent, wherever they are stored; nothing interprets them on the way. */
export async function staysText({ acme, stage }: TwoCompanies): Promise<Check> {
  const problems: string[] = [];
  const ask = async (method: string, path: string, body?: object): Promise<Json> =>
    dataOf(await stage.clients.api.send(asJson(method, path, acme.as('ana'), body)), `${method} ${path}`);
  const expectSame = (where: string, sent: string, read: unknown) => {
    if (read !== sent.normalize('NFC'))
      problems.push(`${where}: ${JSON.stringify(sent)} was read back as ${JSON.stringify(read)}`);
  };
  let tried = 0;
  for (const text of INJECTIONS) {
    const session = `${CONTROL}/production/sessions/${acme.session}`;
    await ask('PATCH', session, { notes: text });
    expectSame('notes of a session', text, (await ask('GET', session))['notes']);
    const record = { ...acme.recordBody(), notes: text, clientEventId: text, idempotencyKey: null };
    const { recordId } = await ask('POST', `${CONTROL}/production/records`, record);
    const kept = await ask('GET', `${CONTROL}/production/records/${String(recordId)}`);
    expectSame('notes of a record', text, kept['notes']);
    expectSame('name of a record', text, kept['clientEventId']);
    const worker = await ask('POST', `${CONTROL}/workers`, { ...acme.workerBody(), phone: text });
    expectSame(
      'phone of a worker',
      text.replace(/\s+/g, ' '), // it is stored as one line
      (await ask('GET', `${CONTROL}/workers/${String(worker['id'])}`))['phone'],
    );
    // The search ignores accents, so a text of letters and accents is found by its letters.
    if (/[^\p{L}\p{M}]/u.test(text)) {
      const found = await ask('GET', `${CONTROL}/workers?q=${encodeURIComponent(`${text}${text}`)}`);
      if ((found as unknown as unknown[]).length > 0)
        problems.push(`a search for ${JSON.stringify(text)} found a worker`);
    }
    tried += 5;
  }
  // Whatever the texts meant to drop, change or reveal, everything is as it was.
  const projects = (await ask('GET', `${CONTROL}/projects`)) as unknown as unknown[];
  if (projects.length !== Object.keys(acme.ids.projects).length) problems.push('the projects have changed');
  return { suite: 'fuzz', what: 'injected text is read back unchanged', asked: tried, problems };
}
