import { Receiver } from '@furrow/notifications/testing';
import type { Check } from '../check.ts';
import { type AttackOptions, limitsOf, onOwnStage, ordinaryClient, type Say } from '../watch/attack.ts';
import { subjectOf } from '../watch/subject.ts';
import { HookedCompany } from './hooked-company.ts';
import { HostileReceiver } from './hostile-receiver.ts';
import { MISBEHAVIOURS } from './misbehaviours.ts';
import { Siege } from './siege.ts';

const SUITE = 'receivers';
/** In a short run: one that ends no attempt by itself, and one that nearly answers. */
const FEW = ['101 Switching Protocols', 'a byte a second'];
/** More attempts at once than one process makes. */
const LONG = { companies: 5, hooks: 4, tests: 60 };
const QUICK = { companies: 2, hooks: 1, tests: 10 };

/** Companies whose webhooks go to receivers that misbehave, beside another company's webhook. */
export async function receivers(options: AttackOptions, say: Say): Promise<Check[]> {
  const { quick, shape } = options;
  const chosen = Object.entries(MISBEHAVIOURS).filter(([name]) =>
    shape === undefined ? !quick || FEW.includes(name) : shape.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) return [];
  const good = await Receiver.start();
  const hostile = new Map<string, HostileReceiver>();
  try {
    for (const [name, misbehaviour] of chosen) hostile.set(name, await HostileReceiver.start(misbehaviour));
    const hosts = [good, ...hostile.values()].map(({ host }) => host).join(',');
    return await onOwnStage(say, { WEBHOOK_ALLOWED_HOSTS: hosts }, async (companies) => {
      const { stage } = companies;
      const scale = quick ? QUICK : LONG;
      const attackers = [];
      for (let index = 0; index < scale.companies; index++)
        attackers.push(await HookedCompany.provision(stage));
      const other = await HookedCompany.provision(stage);
      await other.hook(good.url);
      const subject = subjectOf(stage, () => ordinaryClient(companies));
      const restart = () => stage.restart('api', 'SIGTERM');
      const siege = new Siege(subject, { attackers, other, good, restart }, limitsOf(options));
      const checks: Check[] = [];
      for (const [name, receiver] of hostile) {
        say(`${SUITE}: ${name}`);
        const { problems, attempts, detail } = await siege.by(receiver, scale);
        const again = `npm run security -- ${SUITE} --shape ${JSON.stringify(name)}`;
        checks.push({
          ...{ suite: SUITE, what: name, asked: attempts, detail },
          problems: problems.map((problem) => `${problem}\n  ${again}`),
        });
      }
      return checks;
    });
  } finally {
    await Promise.all([good, ...hostile.values()].map((receiver) => receiver.stop()));
  }
}
