/**
 * What `npm start` prints once everything is up.
 *
 * @param {object} facts
 * @param {string} facts.apiUrl
 * @param {string} facts.iotUrl
 * @param {string | undefined} facts.mqttUrl
 * @param {string} facts.database
 * @param {import('./demo.mjs').Demo | undefined} facts.demo
 * @param {import('./demo.mjs').Crew | undefined} facts.crew
 * @returns {string}
 */
export function banner({ apiUrl, iotUrl, mqttUrl, database, demo, crew }) {
  const lines = [
    '',
    'Furrow is up. Ctrl-C stops it.',
    `  Console    ${apiUrl}/console/   (the web console)`,
    `  API        ${apiUrl}   (reference at ${apiUrl}/docs)`,
    `  IoT        ${iotUrl}   (devices: ${mqttUrl})`,
  ];
  lines.push(`  database   ${database}`);
  if (demo) lines.push('', ...credentials(demo), '', ...tour(apiUrl, demo, crew));
  return `${lines.join('\n')}\n`;
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
 * Prints ids and date literally and gives the record a key, so that the commands can be repeated with the same result.
 *
 * @param {string} apiUrl
 * @param {import('./demo.mjs').Demo} demo
 * @param {import('./demo.mjs').Crew | undefined} crew
 */
function tour(apiUrl, { place, jwt, apiTokens }, crew) {
  const today = localDate(new Date(), place.timezone);
  const reader = apiTokens.find(({ scopes }) => scopes.includes('read:production'));
  const { sessionId, workerId } = crew ?? { sessionId: '…', workerId: '…' };
  const record = JSON.stringify({
    ...{ sessionId, workerId, units: 12.5, clientEventId: `tour-${sessionId}` },
  });
  const send = `  curl -s ${apiUrl}/api/control/production/records -H "authorization: Bearer $JWT" -H 'content-type: application/json' -d '${record}'`;
  return [
    'Try it in another terminal: a phone sends 12.5 kg, sends them again without an answer, and they count once.',
    `  export JWT='${jwt?.token ?? '…'}'`,
    `  export TOKEN='${reader?.credential ?? '…'}'`,
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
