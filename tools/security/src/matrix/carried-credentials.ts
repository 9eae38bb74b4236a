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
