import { asJson } from '../../client.ts';
import { devEuiOf } from '../../stage/farm-file.ts';
import type { Farm } from '../../stage/farm.ts';
import type { TwoStep } from '../two-step.ts';

/** The most members of a mapping. */
const MEMBERS = 100;
const UPLINKS = 4_000;
const AT_ONCE = 100;
/** One in so many is of a device that nobody has, which is listed for the company. */
const UNKNOWN_EVERY = 10;
const EXPECTED: readonly number[] = [204, 404, 429, 503];

/** One integration floods: each uplink has as many readings as a mapping names. Others must not notice. */
export const mappingsUplinks: TwoStep = {
  name: 'mappings × uplinks',
  prepare: async ({ rival }, { quick }) => {
    const mapping = Object.fromEntries(
      Array.from({ length: MEMBERS }, (_, depth) => [`soil[${depth}].moisture`, `m[${depth}]`]),
    );
    const deviceId = rival.deviceId('two');
    const answer = await rival.send('ada', 'PATCH', '/api/control/farm', {
      devices: [{ deviceId, project: 'north', mapping }],
    });
    if (answer.status !== 200) throw new Error(`The mapping was answered ${answer.status}: ${answer.text}`);
    const count = quick ? UPLINKS / 20 : UPLINKS;
    return {
      made: `a mapping of ${MEMBERS} members, ${count} uplinks, ${AT_ONCE} at once`,
      send: async () => {
        const since = Date.now();
        let next = 0;
        const one = async () => {
          for (let index = next++; index < count; index = next++) await uplink(rival, since + index, index);
        };
        await Promise.all(Array.from({ length: AT_ONCE }, one));
        return count;
      },
    };
  },
};

async function uplink(farm: Farm, at: number, index: number): Promise<void> {
  const isUnknown = index % UNKNOWN_EVERY === 0;
  const headers = { authorization: `Bearer ${farm.credential('telemetry')}` };
  const devEui = devEuiOf(isUnknown ? `nobody-${index}` : farm.deviceId('two'));
  const body = {
    ...{ deviceInfo: { devEui }, time: new Date(at).toISOString(), fCnt: index },
    object: { m: Array.from({ length: MEMBERS }, (_, depth) => (index + depth) % 100) },
  };
  const { status, text } = await farm.stage.clients.api.send(
    asJson('POST', '/api/iot/uplinks/chirpstack?event=up', headers, body),
  );
  if (!EXPECTED.includes(status)) throw new Error(`An uplink was answered ${status}: ${text.slice(0, 300)}`);
}
