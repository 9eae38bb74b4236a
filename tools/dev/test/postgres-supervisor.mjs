// Acts as `npm start` does towards its database: starts it, prints where it is, and waits to be killed.
import { startEmbeddedPostgres } from '../../testbed/postgres/embedded-postgres.mjs';

const [dir = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dir, durable: false, say: (line) => console.error(line) });
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
void server.died.then(() => console.error('died'));
console.log(JSON.stringify({ url: server.superuserUrl('postgres'), port: server.port }));
