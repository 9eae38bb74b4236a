import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CitusDatabase, describeIf } from '@furrow/testbed';
import { CommandLine } from './command-line.ts';
import { farm } from './farms.ts';

const CITUS = process.env['FURROW_TEST_CITUS_URL'];

describeIf(CITUS !== undefined, 'FURROW_TEST_CITUS_URL', 'furrow doctor on a Citus', () => {
  let citus: CitusDatabase;
  let furrow: CommandLine;
  let port: number;

  beforeAll(async () => {
    citus = await CitusDatabase.behindLines(CITUS ?? '');
    furrow = await CommandLine.at({ DATABASE_URL: citus.url, DATABASE_OWNER_URL: citus.ownerUrl });
    await furrow.json('migrate');
    await furrow.json('distribute', '--shards', '4');
    const path = await furrow.file('farm.json', farm('acme'));
    const { companyId } = await furrow.json<{ companyId: string }>('apply', path);
    port = await citus.portOf(companyId);
  });
  afterAll(async () => {
    await furrow?.remove();
    await citus?.drop();
  });

  const aboutCitus = async () => {
    const { stdout } = await furrow.run('doctor', '--json');
    const { findings } = JSON.parse(stdout) as { findings: { subject: string; message: string }[] };
    return findings.filter(({ subject }) => subject === 'Citus').map(({ message }) => message);
  };

  it.each([
    [
      'hangs',
      async () => {
        const line = citus.lineTo(port);
        line.hold();
        return async () => line.release();
      },
    ],
    ['is away', () => citus.cutOff(port)],
  ])('names the worker that %s', async (_, disturb) => {
    const bringBack = await disturb();
    try {
      expect(await aboutCitus()).toEqual([
        expect.stringMatching(new RegExp(`^The worker 127\\.0\\.0\\.1:${port} does not answer: .*[^.]\\.$`)),
      ]);
    } finally {
      await bringBack();
    }
    expect(await aboutCitus()).toEqual([
      expect.stringMatching(/^Companies are in 4 shards on .*\(2\).*\(2\)\.$/),
    ]);
  });
});
