/**
 * What `npm start` prints once everything is up.
 *
 * @param {object} facts
 * @param {string} facts.apiUrl
 * @param {string} facts.iotUrl
 * @param {string | undefined} facts.mqttUrl
 * @param {string} facts.database
 * @param {import('./demo.mjs').Demo | undefined} facts.demo
 * @param {boolean} facts.isEmpty whether there is no company yet
 * @returns {string}
 */
export function banner({ apiUrl, iotUrl, mqttUrl, database, demo, isEmpty }) {
  const lines = [
    '',
    'Furrow is up. Ctrl-C stops it.',
    `  Console    ${apiUrl}/console/   (the web console)`,
    `  Field      ${apiUrl}/field/   (the field app, for phones)`,
    `  API        ${apiUrl}   (reference at ${apiUrl}/docs)`,
    `  IoT        ${iotUrl}   (devices: ${mqttUrl})`,
  ];
  lines.push(`  database   ${database}`);
  if (demo) lines.push('', ...credentials(demo), '', ...tour(apiUrl, demo));
  if (isEmpty) lines.push('', ...firstFarm(apiUrl));
  return `${lines.join('\n')}\n`;
}

/** @param {string} apiUrl */
function firstFarm(apiUrl) {
  return [
    'There is no farm yet. Create yours with its first admin, who sets up everything else in the console:',
    '  npm run -s furrow -- company create my-farm --admin you@example.com',
    `Then sign in with that e-mail address at ${apiUrl}/console/settings. docs/first-farm.md goes on from there.`,
  ];
}

/** @param {import('./demo.mjs').Demo} demo */
function credentials({ company, users, apiTokens, devices, jwt }) {
  const rows = [
    ...users.map(({ idpId, name, role }) => ['user', idpId, `${name}, ${role}`]),
    ...apiTokens.map(({ name, scopes, keyId, credential }) => [
      'API token',
      `${name} (${scopes.join(', ')})`,
      credential ?? `secret not stored here; replace it: npm run -s furrow -- token rotate ${keyId}`,
    ]),
    ...devices.map(({ deviceId, deviceSecret }) => [
      'device',
      deviceId,
      deviceSecret ?? 'secret not stored here',
    ]),
  ];
  const width = Math.max(...rows.map(([, name = '']) => name.length));
  return [
    `The demo farm, ${company} (FURROW_DEMO=false starts without it):`,
    ...rows.map(
      ([kind = '', name = '', description]) => `  ${kind.padEnd(9)}  ${name.padEnd(width)}  ${description}`,
    ),
    jwt
      ? '  A JWT of any user, for 12 hours:  npm run -s furrow -- jwt --idp-id ID --expires-in 12h'
      : '  JWTs come from your identity provider; their `sub` must be one of these users.',
  ];
}

/**
 * Prints ids and instants literally and gives session and record keys, so that the commands can be repeated with the same
 * result. The session is opened by them, not by the start, which changes nothing of the farm.
 *
 * @param {string} apiUrl
 * @param {import('./demo.mjs').Demo} demo
 */
function tour(apiUrl, { place, jwt, apiTokens }) {
  const openedAt = new Date().toISOString();
  const today = localDate(new Date(openedAt), place.timezone);
  const reader = apiTokens.find(({ scopes }) => scopes.includes('read:production'));
  const post = (/** @type {string} */ path, /** @type {string} */ body) =>
    `curl -s ${apiUrl}/api/control/${path} -H "authorization: Bearer $JWT" -H 'content-type: application/json' -d ${body}`;
  const idIn = (/** @type {string} */ member, /** @type {string} */ command) =>
    `$(${command} | sed -E 's/.*"${member}":"([^"]+)".*/\\1/')`;
  const session = JSON.stringify({
    ...{ projectId: place.projectId, sectorId: place.sectorId, sector_name: place.sectorName },
    // Until midnight, because a start in the evening would find a session that ended at noon.
    ...{ openedAt, localId: `tour-${openedAt}`, maxDurationHours: 24 },
  });
  const worker = JSON.stringify({
    ...{ first_name: 'Lucía', last_name: 'Vega', hire_date: '2026-03-02' },
    ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
  });
  const record = `"{\\"sessionId\\":\\"$SESSION\\",\\"workerId\\":\\"$WORKER\\",\\"units\\":12.5,\\"clientEventId\\":\\"tour-$SESSION\\"}"`;
  const send = `  ${post('production/records', record)}`;
  return [
    'Try it in another terminal: a phone sends 12.5 kg, sends them again without an answer, and they count once.',
    `  export JWT='${jwt?.token ?? '…'}'`,
    `  export TOKEN='${reader?.credential ?? '…'}'`,
    // A refusal, because the user has an open session already, contains its id as well.
    `  export SESSION=${idIn('sessionId', post('production/sessions', `'${session}'`))}`,
    `  export WORKER=${idIn('id', post('workers', `'${worker}'`))}`,
    send,
    send,
    `  curl -s "${apiUrl}/api/control/harvest?startTime=${today}&endTime=${today}&projectId=${place.projectId}&sectorId=${place.sectorId}" -H "authorization: Bearer $TOKEN"`,
    'Simulate stations and a crew, and see Today grow in the console; Ctrl-C ends it and checks what was stored:',
    '  npm run -s simulate',
  ];
}

/**
 * @param {Date} instant
 * @param {string} timeZone
 */
export function localDate(instant, timeZone) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const { year, month, day } = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day}`;
}
