import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepSecretsOf } from './kept-secrets.ts';
import { runOperator } from './operator-process.ts';
import { PROGRAMS } from './programs.ts';
import { type Environment, PLAIN_ENVIRONMENT } from './service-process.ts';

/** The built command line of an installation, whose environment may change. */
export class OperatorCli {
  /** Its standard error output. */
  errorOutput = '';

  constructor(private readonly environment: () => Environment) {}

  /** The one JSON document that a command prints; registers its secrets. */
  async ask<T>(...args: string[]): Promise<T> {
    const env = { ...PLAIN_ENVIRONMENT, ...this.environment() };
    const { code, stdout, stderr } = await runOperator(PROGRAMS.furrow, [...args, '--json'], env);
    if (code !== 0) throw new Error(`furrow ${args.join(' ')} ended with ${code}:\n${stderr}`);
    this.errorOutput += stderr;
    const answer = JSON.parse(stdout) as T;
    keepSecretsOf(answer);
    return answer;
  }

  /** Applies a farm file. */
  async apply<T>(farm: object): Promise<T> {
    const path = join(this.environment()['FURROW_HOME'] ?? '', `${randomUUID()}.json`);
    await writeFile(path, JSON.stringify(farm));
    return this.ask('apply', path);
  }
}
