// `node tools/dev/lighthouse.mjs`: Lighthouse on the screens of a browser app, as a phone on a slow network sees them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const VERSION = '13.5.0';
/** Chromium sometimes records no beginning of the navigation (NO_NAVSTART), whatever the page. */
const ATTEMPTS = 3;
/** Of each app: its screens, a user who may see them, and the goals of its ratings. */
const APPS = {
  console: {
    screens: ['today', 'harvest', 'scouting', 'climate', 'workers', 'pay', 'devices'],
    user: 'clara',
    goals: { performance: 0.9, accessibility: 1, 'best-practices': 0.9 },
  },
  field: {
    screens: ['count', 'crew', 'day-end', 'forms'],
    user: 'mateo',
    goals: { performance: 0.95, accessibility: 1, 'best-practices': 0.9 },
  },
};

const HELP = `node tools/dev/lighthouse.mjs [--app console|field] [--url URL] [--user NAME] [SCREEN ...]
  rates the console, or the field app, of a running farm

  Start the farm with \`npm start\` first. It signs in as NAME, a part of a user's address (default clara, for the
  field app mateo), and runs Lighthouse ${VERSION} from npm in Chromium for each SCREEN of the app.
  Goals: ${Object.entries(APPS)
    .map(
      ([app, { goals }]) =>
        `${app}: ${Object.entries(goals)
          .map(([category, score]) => `${category} ${score}`)
          .join(', ')}`,
    )
    .join('; ')}; below one of them the exit code is 1. Run it on an idle machine, because it measures time.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    app: { type: 'string', default: 'console' },
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    user: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const app = values.app === 'field' ? 'field' : 'console';
const { screens, user, goals } = APPS[app];
const chromium = process.env.CHROME_PATH ?? '/usr/bin/chromium';
if (!existsSync(chromium)) {
  console.error(
    `There is no Chromium at ${chromium}: install Debian's package chromium, or set CHROME_PATH.`,
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'furrow-lighthouse-'));
try {
  const cookie = await signIn(values.url, values.user ?? user);
  let isBelow = false;
  for (const screen of positionals.length > 0 ? positionals : screens) {
    const { categories, audits } = rate(`${values.url}/${app}/${screen}`, cookie);
    const scores = Object.entries(goals).map(([category, goal]) => {
      const score = categories[category]?.score ?? 0;
      isBelow ||= score < goal;
      return `${category} ${score}${score < goal ? ` (goal ${goal})` : ''}`;
    });
    const times = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ];
    console.log(`${screen}: ${scores.join(', ')}`);
    console.log(`  ${times.map((audit) => `${audit} ${audits[audit]?.displayValue}`).join(', ')}`);
  }
  process.exitCode = isBelow ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Signs in as a user of the development farm.
 *
 * @typedef {{ candidates: { idpId: string }[] }} Options
 *
 * @param {string} url
 * @param {string} user
 * @returns {Promise<string>} the `Cookie` header of the session
 */
async function signIn(url, user) {
  const way = `${url}/api/console/sign-in`;
  const { data } = /** @type {{ data: Options }} */ (await (await fetch(`${way}/options`)).json());
  const found = data.candidates.find(({ idpId }) => idpId.includes(user));
  if (found === undefined) throw new Error(`No user of this farm has ${user} in the address.`);
  const chosen = new URLSearchParams({ user: found.idpId }).toString();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${way}?${chosen}`, { method: 'POST', redirect: 'manual', headers });
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}

/**
 * @typedef {object} Rating
 * @property {Record<string, { score: number }>} categories
 * @property {Record<string, { displayValue: string }>} audits
 *
 * @param {string} address
 * @param {string} cookie
 * @returns {Rating}
 */
function rate(address, cookie) {
  const report = join(folder, 'report.json');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
    try {
      execFileSync(
        'npx',
        [
          ...['--yes', `lighthouse@${VERSION}`, address, '--quiet'],
          ...['--output=json', `--output-path=${report}`],
          `--only-categories=${Object.keys(goals).join()}`,
          `--extra-headers=${JSON.stringify({ cookie })}`,
          '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking',
        ],
        { env: { ...process.env, CHROME_PATH: chromium }, stdio: ['ignore', 'ignore', 'inherit'] },
      );
      return JSON.parse(readFileSync(report, 'utf8'));
    } catch {
      console.error(`Lighthouse failed for ${address}, attempt ${attempt} of ${ATTEMPTS}.`);
    }
  // The error of the process would name the command with the session's cookie.
  throw new Error(`Lighthouse failed for ${address}.`);
}
