// Replaces an identity provider while none is configured: publishes the keys with which `furrow jwt` signs, as a JWKS.
// Anyone who can run `furrow jwt` can sign in as any user, so this is only for trying things out.
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const KINDS = /^\/(user|mobile)\.json$/;

const server = createServer(({ url = '' }, response) => {
  const [, kind] = KINDS.exec(url) ?? [];
  response.setHeader('content-type', 'application/json');
  if (kind === undefined) response.writeHead(404).end('{}');
  else response.end(JSON.stringify({ keys: [publicKeyOf(kind)] }));
}).listen(Number(process.env.PORT ?? 8080), process.env.FURROW_HOST);
// As the first process of a container it would not end by itself.
process.once('SIGTERM', () => server.close().closeAllConnections());

/** @param {string} kind */
function publicKeyOf(kind) {
  const pem = readFileSync(join(process.env.FURROW_HOME ?? '', 'keys', `${kind}-jwt.pem`));
  const key = createPublicKey(createPrivateKey(pem));
  const kid = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  return { ...key.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}
