import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signedHeaders, SigningSecret } from '@furrow/notifications/domain';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeIf, freePort, until } from '@furrow/testbed';

const PAGE = fileURLToPath(new URL('../../../../docs/integrations.md', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const BODY = '{"type":"session.opened","timestamp":"2026-01-31T08:00:00.000Z","data":{"sessionId":"ñ"}}';

let folder: string;
let page: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  page = await readFile(PAGE, 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'furrow-receivers-'));
  await symlink(MODULES, join(folder, 'node_modules'));
});
afterAll(async () => {
  for (const child of started) {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Runs the page's code, wrapped in a server. */
async function receiverOf(language: string, name: string, program: string, secret: SigningSecret) {
  const [, lines = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  await writeFile(join(folder, name), lines);
  const port = await freePort();
  const child = spawn(program, [join(folder, name)], {
    env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: secret.text, PORT: String(port) },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const url = `http://127.0.0.1:${port}/`;
  const send = (headers: Record<string, string>, body = BODY) =>
    globalThis.fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  await until('it listens', () => send({ 'webhook-signature': 'v1,x' }).catch(() => undefined));
  return { send, output: () => output };
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const LANGUAGES = [
  ['js', 'receiver.mjs', process.execPath, true],
  ['python', 'receiver.py', 'python3', hasPython],
] as const;

for (const [language, name, program, isHere] of LANGUAGES)
  describeIf(isHere, program, `a receiver in ten lines of ${language}`, () => {
    it('receives and verifies as docs/integrations.md says', async () => {
      const [secret, next] = [SigningSecret.make(), SigningSecret.make()];
      const { send, output } = await receiverOf(language, name, program, secret);
      const message = { id: 'evt_1', body: BODY };
      expect((await send(signedHeaders(message, [secret], new Date()))).status).toBe(204);
      expect((await send(signedHeaders(message, [next, secret], new Date()))).status).toBe(204);
      await until('it tells what came', () => output().includes('session.opened'));
      expect((await send(signedHeaders(message, [next], new Date()))).status).toBe(401);
      expect((await send({})).status).toBe(401);
      expect((await send(signedHeaders(message, [secret], new Date()), `${BODY} `)).status).toBe(401);
    });
  });
