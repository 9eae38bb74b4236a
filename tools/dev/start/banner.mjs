/**
 * What `npm start` tells once everything is up.
 *
 * @param {object} facts
 * @param {string} facts.apiUrl
 * @param {string} facts.iotUrl
 * @param {string | undefined} facts.mqttUrl
 * @param {string} facts.database
 * @param {import('./demo.mjs').Demo | undefined} facts.demo
 * @returns {string}
 */
export function banner({ apiUrl, iotUrl, mqttUrl, database, demo }) {
  const lines = [
    '',
    'Furrow is up. Ctrl-C stops it.',
    `  API        ${apiUrl}   (read about it at ${apiUrl}/docs)`,
    `  IoT        ${iotUrl}   (devices: ${mqttUrl})`,
  ];
  lines.push(`  database   ${database}`);
  if (demo) lines.push('', ...credentials(demo), '', ...tour(apiUrl, demo));
  return `${lines.join('\n')}\n`;
}

/** @param {import('./demo.mjs').Demo} demo */
function credentials({ company, users, apiTokens, devices, jwt }) {
  const rows = [
    ...users.map(({ idpId, name, role }) => ['user', idpId, `${name}, ${role}`]),
    ...apiTokens.map(({ name, scopes, keyId, credential }) => [
      'API token',
      `${name} (${scopes.join(', ')})`,
      credential ?? `secret not kept here; another: npm run -s furrow -- token rotate ${keyId}`,
    ]),
    ...devices.map(({ deviceId, deviceSecret }) => [
      'device',
      deviceId,
      deviceSecret ?? 'secret not kept here',
    ]),
  ];
  const width = Math.max(...rows.map(([, name = '']) => name.length));
  return [
    `The demo farm, ${company} (FURROW_DEMO=false leaves it out):`,
    ...rows.map(([kind = '', name = '', told]) => `  ${kind.padEnd(9)}  ${name.padEnd(width)}  ${told}`),
    jwt
      ? '  A JWT of any user, for 12 hours:  npm run -s furrow -- jwt --idp-id ID --expires-in 12h'
      : '  JWTs come from your identity provider; their `sub` must be one of these users.',
  ];
}

/**
 * Instant and date are written out, so that both mean the same day wherever and whenever the lines are run.
 *
 * @param {string} apiUrl
 * @param {import('./demo.mjs').Demo} demo
 */
function tour(apiUrl, { place, jwt, apiTokens }) {
  const now = new Date();
  const today = localDate(now, place.timezone);
  const reader = apiTokens.find(({ scopes }) => scopes.includes('read:production'));
  const session = JSON.stringify({
    projectId: place.projectId,
    sectorId: place.sectorId,
    sector_name: place.sectorName,
    openedAt: now.toISOString(),
  });
  return [
    'Try it from another terminal: the projects, a session opened today, the harvest report of today.',
    `  export JWT='${jwt?.token ?? '…'}'`,
    `  export TOKEN='${reader?.credential ?? '…'}'`,
    `  curl -s ${apiUrl}/api/control/projects -H "authorization: Bearer $JWT"`,
    `  curl -s ${apiUrl}/api/control/production/sessions -H "authorization: Bearer $JWT" -H 'content-type: application/json' -d '${session.replaceAll("'", `'\\''`)}'`,
    `  curl -s "${apiUrl}/api/control/harvest?startTime=${today}&endTime=${today}&projectId=${place.projectId}" -H "authorization: Bearer $TOKEN"`,
    'Stations that send weather, plant KPIs and irrigation until Ctrl-C, which then looks for all of it in the series:',
    '  npm run -s simulate',
  ];
}

/**
 * @param {Date} instant
 * @param {string} timeZone
 */
function localDate(instant, timeZone) {
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
