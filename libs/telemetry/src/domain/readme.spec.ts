import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import * as domain from './index.ts';

it('the README’s example prints what it says', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const [, imported = ''] = /^import \{(.*?)\} from '@furrow\/telemetry\/domain';$/ms.exec(example) ?? [];
  const known = Object.fromEntries(
    imported.split(',').map((name) => [name.trim(), domain[name.trim() as keyof typeof domain]]),
  );
  const body = example.replace(/^import .*?;$/ms, '');
  const printed: string[] = [];
  const log = (...values: unknown[]) => printed.push(values.join(' '));

  runInNewContext(body, { ...known, Uint8Array, console: { log } });

  expect(printed).toEqual([...body.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, told]) => told));
  expect(printed).toHaveLength(4);
});
