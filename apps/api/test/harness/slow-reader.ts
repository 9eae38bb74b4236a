import { type IncomingMessage, request } from 'node:http';
import type { Client } from './client.ts';

/** A client that asks for an answer and leaves most of it unread until it is told to go on. */
export class SlowReader {
  private constructor(private readonly response: IncomingMessage) {}

  static open(client: Client, path: string): Promise<SlowReader> {
    return new Promise((resolve, reject) => {
      const sent = request(client.url + path, { headers: client.headers, agent: false });
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.pause();
        response.on('error', () => undefined); // told by `rest`
        resolve(new SlowReader(response));
      });
      sent.end();
    });
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  /** Reads on: the text, and whether it ended as an answer ends. */
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
