// Stands in for an identity provider while there is none: publishes the keys that `furrow jwt` signs with, as the
// JWKS of one would be. Whoever may run `furrow jwt` here is whoever they say; so it is for trying things out.
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
