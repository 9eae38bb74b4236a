import { Receiver } from '@furrow/notifications/testing';
import type { Check } from '@furrow/program';
import { type AttackOptions, limitsOf, onOwnStage, ordinaryClient, type Say } from '../watch/attack.ts';
import { subjectOf } from '../watch/subject.ts';
import { FARMS } from './inputs/farms.ts';
import { PAY } from './inputs/pay.ts';
import { READINGS } from './inputs/readings.ts';
import { SESSIONS_AND_RECORDS } from './inputs/sessions.ts';
import { ordeal } from './ordeal.ts';
import { Tenant } from './tenant.ts';
import type { TwoSteps } from './two-step.ts';

const SUITE = 'two-step';

const TWO_STEPS: TwoSteps = { ...READINGS, ...FARMS, ...PAY, ...SESSIONS_AND_RECORDS };
/** In a short run, because its work needs no time in the background. */
const FEW = ['treatments × sessions'];

/** Runs every two-step input on an installation of its own, so that none has to do the work of another. */
export async function twoStep(options: AttackOptions, say: Say): Promise<Check[]> {
  const { quick, shape } = options;
  const chosen = Object.keys(TWO_STEPS).filter((name) =>
    shape === undefined ? !quick || FEW.includes(name) : shape.some((part) => name.includes(part)),
  );
  const checks: Check[] = [];
  for (const name of chosen) checks.push(...(await checksOf(name, options, say)));
  return checks;
}

async function checksOf(name: string, options: AttackOptions, say: Say): Promise<Check[]> {
  const receiver = await Receiver.start();
  try {
    return await onOwnStage(say, { WEBHOOK_ALLOWED_HOSTS: receiver.host }, async (companies) => {
      say(`${SUITE}: ${name}: makes the state`);
      const prepare = TWO_STEPS[name] as TwoSteps[string];
      const prepared = await prepare(new Tenant(companies.rival, options.quick, receiver));
      say(`${SUITE}: ${name}: ${prepared.made}`);
      const subject = subjectOf(companies.stage, () => ordinaryClient(companies));
      const { requests, problems, detail } = await ordeal(subject, prepared, limitsOf(options));
      const again = `npm run security -- ${SUITE} --shape ${JSON.stringify(name)}`;
      return [
        {
          ...{ suite: SUITE, what: name, asked: requests, detail },
          problems: problems.map((problem) => `${problem}\n  ${again}`),
        },
      ];
    });
  } finally {
    await receiver.stop();
  }
}
