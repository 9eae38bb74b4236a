import { topicsOf } from '@furrow/telemetry';
import type { MqttClient } from 'mqtt';
import type { Check } from '@furrow/program';
import { connected } from '../stage/device.ts';
import type { Farm } from '../stage/farm.ts';
import { ZONE } from '@furrow/testbed/farms';
import type { DeviceName } from '../stage/farm-file.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';

const SUITE = 'topics';
/** An instant at which nothing else sends. */
const SENT_AT = '2026-02-10T12:00:00Z';
const DECIDED_WITHIN_MS = 60_000;
const REFUSED = 128;

interface Intruder {
  readonly who: 'other company' | 'other owner' | 'own';
  readonly farm: Farm;
  readonly device: DeviceName;
  readonly topics: readonly string[];
}

/** Every topic × devices of others, and unknown topics. */
export async function topicMatrix(companies: TwoCompanies, say: (line: string) => void): Promise<Check[]> {
  const { acme, rival } = companies;
  const target = topicsOf(acme.deviceId('one'));
  const published = [...Object.values(target.telemetry), target.status];
  const heard = [target.errors, target.commands, target.command('reboot')];
  const nobodys = (topic: string) => topic.replace('v1/', 'v2/');
  say('topics: a device on its own topics');
  const checks = [await ownTopics(acme, published, heard)];

  const intruders: readonly Omit<Intruder, 'topics'>[] = [
    { who: 'other company', farm: rival, device: 'one' },
    { who: 'other owner', farm: acme, device: 'two' },
  ];
  const wild =
    `# +/# v1/# v1/devices/+/errors v1/devices/+/commands/# $SYS/# $share/g/${target.errors}`.split(' ');
  const all: readonly Intruder[] = [
    ...intruders.map((intruder) => ({ ...intruder, topics: [...published, ...heard.filter(isPlain)] })),
    {
      ...{ who: 'own' as const, farm: acme, device: 'one' as const },
      topics: [
        ...[target.errors, target.command('reboot'), `${target.telemetry.weather}/x`],
        ...[nobodys(target.status), '$SYS/x', 'x'],
      ],
    },
  ];
  for (const intruder of all) {
    say(`topics: publishing as ${intruder.who}`);
    checks.push(await refusedPublishing(intruder));
  }
  for (const intruder of intruders)
    checks.push(await refusedSubscriptions({ ...intruder, topics: [...heard, ...wild] }, acme));
  checks.push(await nothingStored(companies));
  return checks;
}

const isPlain = (topic: string) => !topic.includes('#');

async function ownTopics(farm: Farm, published: readonly string[], heard: readonly string[]): Promise<Check> {
  const device = await connected(farm, 'one');
  const problems: string[] = [];
  for (const topic of published)
    await device
      .publishAsync(topic, topic.endsWith('status') ? 'online' : '{}', { qos: 1 })
      .catch((error: unknown) => problems.push(`${topic} was not accepted: ${String(error)}`));
  for (const topic of heard) if (await isRefused(device, topic)) problems.push(`${topic} was not granted`);
  await device.endAsync();
  return { suite: SUITE, what: 'own', asked: published.length + heard.length, problems };
}

/** Each ends the connection, and nothing is acknowledged. */
async function refusedPublishing({ who, farm, device, topics }: Intruder): Promise<Check> {
  const problems: string[] = [];
  for (const topic of topics) {
    const client = await connected(farm, device);
    const payload = JSON.stringify({
      ...{ ts: SENT_AT, te: 1, hr: 1, kpi: 'intruder', value: 1, eventId: 'intruder', startedAt: SENT_AT },
    });
    const closed = new Promise<'closed'>((resolve) => client.once('close', () => resolve('closed')));
    const taken = client.publishAsync(topic, payload, { qos: 1 }).then(
      () => 'acknowledged' as const,
      () => closed,
    );
    const outcome = await Promise.race([closed, taken, late()]);
    if (outcome !== 'closed') problems.push(`publishing to ${topic} was ${outcome}`);
    await client.endAsync(true);
  }
  return { suite: SUITE, what: `publishing, ${who}`, asked: topics.length, problems };
}

/** Each gets 0x80, and nothing is delivered while the topic's owner receives a message. */
async function refusedSubscriptions({ who, farm, device, topics }: Intruder, owner: Farm): Promise<Check> {
  const client = await connected(farm, device);
  const heard: string[] = [];
  client.on('message', (topic) => heard.push(topic));
  const problems: string[] = [];
  for (const topic of topics) if (!(await isRefused(client, topic))) problems.push(`${topic} was granted`);
  const victim = await connected(owner, 'one');
  const { errors, telemetry } = topicsOf(owner.deviceId('one'));
  const notified = new Promise<'notified'>((resolve) => victim.once('message', () => resolve('notified')));
  await victim.subscribeAsync(errors, { qos: 1 });
  await victim.publishAsync(telemetry.weather, '{"ts":"nonsense"}', { qos: 1 });
  if ((await Promise.race([notified, late()])) !== 'notified')
    problems.push('its owner got no error message');
  problems.push(...heard.map((topic) => `it received ${topic}`));
  await Promise.all([client.endAsync(true), victim.endAsync(true)]);
  return { suite: SUITE, what: `subscribing, ${who}`, asked: topics.length, problems };
}

async function isRefused(client: MqttClient, topic: string): Promise<boolean> {
  try {
    const granted = await client.subscribeAsync(topic, { qos: 1 });
    return granted.some(({ qos }) => (qos as number) === REFUSED);
  } catch {
    return true;
  }
}

async function nothingStored({ acme, rival, stage }: TwoCompanies): Promise<Check> {
  const problems: string[] = [];
  const farms = [acme, rival];
  for (const farm of farms)
    for (const kind of ['weather', 'plant', 'soil', 'irrigation']) {
      const range = { from: '2026-02-10T00:00:00', to: '2026-02-11T00:00:00', timezone: ZONE };
      const query = new URLSearchParams({ projectId: farm.ids.projects['north'] ?? '', ...range });
      const headers = { 'x-api-key': farm.credential('production') };
      const { text } = await stage.clients.api.send({
        method: 'GET',
        path: `/api/iot/${kind}?${query.toString()}`,
        headers,
      });
      if (!text.includes('"data":[]'))
        problems.push(`an intruder’s ${kind} was stored: ${text.slice(0, 200)}`);
    }
  return { suite: SUITE, what: 'nothing of them is stored', asked: 4 * farms.length, problems };
}

function late(): Promise<'undecided'> {
  return new Promise((resolve) => setTimeout(() => resolve('undecided'), DECIDED_WITHIN_MS).unref());
}
