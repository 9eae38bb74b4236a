import { request } from 'node:http';
import { expectDescribed } from '@furrow/testbed/described';
import { type Answer, answerOf, type Client } from '@furrow/testbed/system';

/**
 * Sends an endless body for as long as the service accepts it.
 * @param contentLength the announced length, which is never quite reached; undefined for none
 */
export function uploadForever(client: Client, path: string, contentLength?: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = contentLength === undefined ? {} : { 'content-length': String(contentLength) };
    const headers = { 'content-type': 'application/json', ...length, ...client.headers };
    const upload = request(client.url + path, { method: 'POST', headers, agent: false });
    const chunk = Buffer.alloc(64 * 1_024, ' ');
    let sent = 0;
    let stopped = false;
    const send = (): void => {
      while (!stopped && sent + chunk.length < (contentLength ?? Infinity)) {
        sent += chunk.length;
        if (!upload.write(chunk)) return;
      }
    };
    upload.on('drain', () => setImmediate(send));
    upload.on('error', reject); // ignored if an answer came before it
    upload.on('response', (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('error', reject);
      response.on('end', () => {
        stopped = true;
        upload.destroy();
        const heads = new Headers(response.headers as Record<string, string>);
        const answer = answerOf(response.statusCode ?? 0, heads, text);
        expectDescribed('api', { ...answer, method: 'POST', path });
        resolve(answer);
      });
    });
    setImmediate(send);
  });
}
