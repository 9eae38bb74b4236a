import { request } from 'node:http';
import { expectDescribed } from '@furrow/http/testing';
import { type Answer, answerOf, type Client } from './client.ts';

/**
 * Sends a body that never ends, for as long as the service lets it.
 * @param contentLength announced, and never quite reached; undefined: no length is announced
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
    upload.on('error', reject); // an answer that came before it has won
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
