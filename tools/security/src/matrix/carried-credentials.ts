import { keepSecret } from '@furrow/testbed';
import type { Farm } from '../stage/farm.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { type Disguises, FORBIDDEN, INVALID, type Refused } from './rows.ts';

// Requests that carry their credential in the path or in the body.

/** The link is the credential. */
export function links(farm: Farm, { rival }: TwoCompanies): Disguises {
  const link = new URL(farm.photo, 'http://host');
  const other = new URL(farm.otherPhoto, 'http://host');
  const changed = (over: Record<string, string | null>, pathname = link.pathname) => {
    const parameters = new URLSearchParams(link.search);
    for (const [name, value] of Object.entries(over)) {
      if (value === null) parameters.delete(name);
      else parameters.set(name, value);
    }
    return [{ path: `${pathname}?${parameters.toString()}`, outcome: FORBIDDEN }];
  };
  const signature = other.searchParams.get('signature');
  return {
    own: [{ outcome: 'own' }],
    'other company': changed({}, link.pathname.replace(farm.ids.companyId, rival.ids.companyId)),
    'other owner': [...changed({ signature }), ...changed({}, other.pathname)],
    expired: [...changed({ expires: '1700000000' }), ...changed({ expires: '9999999999' })],
    malformed: [
      ...changed({ signature: 'abc' }),
      ...changed({ expires: 'abc' }),
      ...changed({ signature: '' }),
    ],
    'no credential': [...changed({ signature: null }), ...changed({ signature: null, expires: null })],
  };
}

export const NO_DAYS: Refused = [404, 'receipt_not_found'];

/** Links to the days of a worker, which are the credential. */
export async function daysLinks(
  farm: Farm,
  { rival }: TwoCompanies,
): Promise<{ own: string; disguises: Disguises }> {
  const linkOf = async (of: Farm) => {
    const { url } = await of.ask('POST', '/api/control/receipts', { workerId: of.worker });
    const { pathname } = new URL(String(url));
    keepSecret(pathname.slice('/my/'.length));
    return pathname;
  };
  const [own, foreign] = [await linkOf(farm), await linkOf(rival)];
  const bytes = (path: string) => Buffer.from(path.slice('/my/'.length), 'base64url');
  const pathOf = (...parts: Buffer[]) => `/my/${Buffer.concat(parts).toString('base64url')}`;
  const [mine, theirs] = [bytes(own), bytes(foreign)];
  const refused = (path: string) => [{ path, outcome: NO_DAYS }];
  return {
    own,
    disguises: {
      own: [{ outcome: 'own' }],
      // Their company and receipt under this signature.
      'other company': refused(pathOf(theirs.subarray(0, 32), mine.subarray(32))),
      'other owner': refused(pathOf(mine.subarray(0, 16), theirs.subarray(16, 32), mine.subarray(32))),
      malformed: [...refused('/my/abc'), ...refused(`${own}A`), ...refused(own.slice(0, -1))],
      'no credential': refused(pathOf(mine.subarray(0, 32), Buffer.alloc(16))),
    },
  };
}

/** The device's secret is the credential. */
export function secrets(farm: Farm, { rival }: TwoCompanies): Disguises {
  const deviceId = farm.deviceId('one');
  const as = (body: object, outcome: Refused = INVALID) => [{ body, outcome }];
  return {
    own: [{ outcome: 'own' }],
    'other company': as({ deviceId, deviceSecret: rival.deviceSecret('one') }),
    'other owner': as({ deviceId, deviceSecret: farm.deviceSecret('two') }),
    revoked: as({ deviceId: farm.deviceId('gone'), deviceSecret: farm.deviceSecret('gone') }),
    malformed: [...as({ deviceId, deviceSecret: 'abc' }), ...as({ deviceId: 'nobody', deviceSecret: 'abc' })],
    'no credential': as({ deviceId }, [400, 'validation_failed']),
  };
}
