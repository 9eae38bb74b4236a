import { type IncomingMessage, request } from 'node:http';
import type { Client } from '@furrow/testbed/system';

/** A client that leaves most of an answer unread until it is told to continue. */
export class SlowReader {
  private constructor(private readonly response: IncomingMessage) {}

  static open(client: Client, path: string): Promise<SlowReader> {
    return new Promise((resolve, reject) => {
      const sent = request(client.url + path, { headers: client.headers, agent: false });
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.pause();
        response.on('error', () => undefined); // reported by `rest`
        resolve(new SlowReader(response));
      });
      sent.end();
    });
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  /** Reads the rest: the text, and whether the answer is complete. */
  rest(): Promise<{ text: string; complete: boolean }> {
    let text = '';
    return new Promise((resolve) => {
      this.response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      this.response.on('close', () => resolve({ text, complete: this.response.complete }));
      this.response.resume();
    });
  }

  hangUp(): void {
    this.response.destroy();
  }
}
