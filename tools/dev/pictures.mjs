// `node tools/dev/pictures.mjs`: takes the pictures of README.md, docs/console.md and docs/first-farm.md.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = new URL('../../', import.meta.url);
const DESK = { width: 1_280, isDark: false };
const PHONE = { width: 390, isDark: true };
/** Of the animation: 40 pictures, of which each is shown for so long. */
const FRAMES = 40;
const FRAME_MS = 500;
/** A record arrives with every third of them. */
const FRAMES_PER_RECORD = 3;
const MOVING_WIDTH = 960;

/**
 * What is pictured, by the name of its file: who looks, at which address or which link of another screen, and how.
 *
 * @typedef {object} Scene
 * @property {string} user a part of the user's address
 * @property {string} path
 * @property {string[]} [links] selectors of links to follow from there, one after the other
 * @property {string} [language]
 * @property {{ width: number, height?: number, isDark: boolean }} [look]
 * @property {boolean} [isWhole] not only what is seen without scrolling
 * @property {string} [app] the field app instead of the console
 */

/**
 * What this program needs of sharp.
 *
 * @typedef {object} Picture
 * @property {(options: { width: number }) => Picture} resize
 * @property {(options?: { palette: boolean, quality: number }) => Picture} png
 * @property {(options: { delay: number[], loop: number, colours: number }) => Picture} gif
 * @property {() => Promise<Buffer>} toBuffer
 */

/** @type {Record<string, Scene>} */
const SCENES = {
  today: { user: 'clara', path: '/today' },
  'today-phone': { user: 'mateo', path: '/today', language: 'es', look: PHONE },
  session: { user: 'clara', path: '/today', links: ['article:has(.faces) h3 a'] },
  scouting: { user: 'clara', path: '/scouting' },
  climate: { user: 'clara', path: '/climate' },
  statement: {
    ...{ user: 'clara', path: '/pay', language: 'es' },
    links: ['main a[href*="/pay/"]', 'main td a[href*="/pay/"]'],
  },
};

const DIALOG_OF_ROW = ['tbody .row-menu', '.menu-panel:popover-open [role="menuitem"]'];
/** Of a farm that was set up as docs/first-farm.md says, by you@example.com. @type {Record<string, Scene>} */
const FIRST_FARM = {
  settings: { user: 'you', path: '/settings', isWhole: true },
  sector: { user: 'you', path: '/settings', links: DIALOG_OF_ROW.map((link) => `.land ${link}`) },
  workers: { user: 'you', path: '/workers' },
  count: {
    user: 'you',
    path: '/count',
    app: 'field',
    links: ['main .card button'],
    look: { width: 390, height: 844, isDark: false },
  },
  form: { user: 'you', path: '/forms', links: ['main td a[href*="/forms/"]'] },
  draft: { user: 'you', path: '/pay', links: ['main a[href*="/pay/"]'] },
  devices: { user: 'you', path: '/devices', links: ['main p.no-print > button'] },
};

/** In the page: one of the crew brings what they picked to an open session of the user. */
const SEND_A_RECORD = `(async () => {
  const list = async (path) => (await (await fetch('/api/control/' + path)).json()).data;
  const sessions = await list('production/sessions?status=open');
  const [session] = sessions.sort((a, b) => b.totals.recordCount - a.totals.recordCount);
  const records = await list('production/sessions/' + session.sessionId + '/records?pageSize=100');
  const workers = [...new Set(records.map(({ workerId }) => workerId))];
  const count = (window.sentRecords = (window.sentRecords ?? 0) + 1);
  const body = {
    ...{ sessionId: session.sessionId, workerId: workers[(count * 5) % workers.length] },
    ...{ units: 8 + ((count * 7) % 9) / 2, qualityId: records[0].qualityId },
    ...{ clientEventId: 'picture-' + crypto.randomUUID(), recordedAt: new Date().toISOString() },
  };
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch('/api/control/production/records', { method: 'POST', headers, body: JSON.stringify(body) });
  if (!ok) throw new Error('A record is refused with ' + status);
})()`;

const HELP = `node tools/dev/pictures.mjs [--url URL] [NAME ...]   takes the pictures of the console in the documents

  Start the demo farm with \`npm start\` first. It signs in as the farm's users and writes each NAME (default all) into
  docs/pictures/console:
  ${[...Object.keys(SCENES), 'landing', 'live'].join(', ')}.
  Only by name, and of a farm that you@example.com has set up as docs/first-farm.md says:
  ${Object.keys(FIRST_FARM).join(', ')}.
  For \`live\`, a moving picture, it adds some records to an open session of the farm. Needs Chromium, and Debian's package
  fonts-inter for the same letters as in the pictures before.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    out: { type: 'string', default: fileURLToPath(new URL('docs/pictures/console', root)) },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const testbed = new URL('tools/testbed/dist/index.js', root);
if (!existsSync(testbed)) {
  console.error('Nothing is built: run `npm start` or a test first.');
  process.exit(1);
}
const { Browser } = await import(testbed.href);
/** @type {(picture: Buffer | Buffer[], options?: { join: { animated: boolean } }) => Picture} */
const sharp = createRequire(new URL('libs/media/package.json', root))('sharp');

const isAsked = (/** @type {string} */ name) => positionals.length === 0 || positionals.includes(name);
await mkdir(values.out, { recursive: true });
const browser = await Browser.open();
try {
  if (isAsked('landing')) {
    await browser.look(DESK);
    await browser.goTo(`${values.url}/console/?lang=en`);
    await browser.text('.sign-in .people, .sign-in .button');
    await keep('landing', await browser.picture());
  }
  let user = '';
  const ofFirstFarm = Object.entries(FIRST_FARM).filter(([name]) => positionals.includes(name));
  const asked = Object.entries(SCENES).filter(([name]) => isAsked(name));
  for (const [name, scene] of [...asked, ...ofFirstFarm]) {
    await browser.look(scene.look ?? DESK);
    if (user !== scene.user) await signIn((user = scene.user));
    await open(scene);
    await keep(name, await browser.picture(scene.isWhole));
  }
  if (isAsked('live')) {
    await browser.look({ ...DESK, width: 1_160 });
    await signIn('mateo');
    await open({ user: 'mateo', path: '/today' });
    await browser.value(`document.querySelector('article:has(.faces)').scrollIntoView()`);
    await film();
  }
} finally {
  await browser.close();
}

/** @param {string} user a part of the address */
async function signIn(user) {
  await browser.goTo(`${values.url}/api/console/sign-in?returnTo=%2Fconsole%2Ftoday%3Flang%3Den`);
  await browser.click(`form[action*="${user}"] button`);
  await stands('/console/today');
}

/** @param {Scene} scene */
async function open({ path, links = [], language = 'en', app = 'console' }) {
  await browser.goTo(`${values.url}/${app}${path}?lang=${language}`);
  await stands(`/${app}${path}`);
  for (const link of links) {
    await browser.click(link);
    await stands(`/${app}/`);
  }
}

/**
 * Waits until a screen has all of its parts, its photos and its plots included.
 * @param {string} path its beginning
 */
async function stands(path) {
  const isWhole = `document.readyState === 'complete' && location.pathname.startsWith(${JSON.stringify(path)})
    && document.querySelector('main h1') !== null
    && document.querySelector('main[aria-busy], .loading') === null
    && [...document.images].every((image) => image.complete && image.naturalWidth > 0)`;
  const deadline = Date.now() + 60_000;
  // Some times in a row: a part that has come may ask for more.
  for (let times = 0; times < 4;) {
    if (Date.now() > deadline) throw new Error(`${path} does not stand after a minute.`);
    times = (await browser.value(isWhole).catch(() => false)) ? times + 1 : 0;
    await pause(FRAME_MS);
  }
}

/**
 * @param {string} name
 * @param {Buffer} picture
 */
async function keep(name, picture) {
  await writeFile(
    `${values.out}/${name}.png`,
    await sharp(picture).png({ palette: true, quality: 90 }).toBuffer(),
  );
  console.log(`${name}.png`);
}

/** Records that arrive one after the other while Today is open, sent by the page as its user. */
async function film() {
  /** @type {{ picture: Buffer, ms: number }[]} */
  const frames = [];
  for (let i = 0; i < FRAMES; i++) {
    if (i % FRAMES_PER_RECORD === FRAMES_PER_RECORD - 1) await browser.value(SEND_A_RECORD);
    const picture = await sharp(await browser.picture())
      .resize({ width: MOVING_WIDTH })
      .png()
      .toBuffer();
    const last = frames.at(-1);
    // What does not change is one picture, shown for longer.
    if (last?.picture.equals(picture)) last.ms += FRAME_MS;
    else frames.push({ picture, ms: FRAME_MS });
    await pause(FRAME_MS / 2);
  }
  const moving = sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  );
  const delay = frames.map(({ ms }) => ms);
  await writeFile(`${values.out}/live.gif`, await moving.gif({ delay, loop: 0, colours: 96 }).toBuffer());
  console.log('live.gif');
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
