import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keepSecretsOf } from './kept-secrets.ts';
import { type Environment, PLAIN_ENVIRONMENT } from './service-process.ts';

const MAX_ANSWER_BYTES = 1 << 28;

/** The operator's built command line on an installation, whose environment may change. */
export class OperatorCli {
  /** What it told beside its answers. */
  told = '';

  constructor(
    private readonly entry: string,
    private readonly environment: () => Environment,
  ) {}

  /** The one JSON document that a command prints; its secrets may stand in no log. */
  async ask<T>(...args: string[]): Promise<T> {
    const env = { ...PLAIN_ENVIRONMENT, ...this.environment() };
    const options = { env, maxBuffer: MAX_ANSWER_BYTES };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [this.entry, ...args, '--json'],
      options,
    );
    this.told += stderr;
    const answer = JSON.parse(stdout) as T;
    keepSecretsOf(answer);
    return answer;
  }

  /** Makes what a farm's file says. */
  async apply<T>(farm: object): Promise<T> {
    const path = join(this.environment()['FURROW_HOME'] ?? '', `${randomUUID()}.json`);
    await writeFile(path, JSON.stringify(farm));
    return this.ask('apply', path);
  }
}
