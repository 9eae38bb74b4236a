import { Receiver } from '@furrow/notifications/testing';
import type { Check } from '../check.ts';
import { type AttackOptions, limitsOf, onOwnStage, ordinaryClient, type Say } from '../watch/attack.ts';
import { subjectOf } from '../watch/subject.ts';
import { draftsDays } from './inputs/drafts-days.ts';
import { farmFiles } from './inputs/farm-files.ts';
import { formsFields } from './inputs/forms-fields.ts';
import { hooksEvents } from './inputs/hooks-events.ts';
import { mappingsUplinks } from './inputs/mappings-uplinks.ts';
import { payLinesReceipts } from './inputs/pay-lines-receipts.ts';
import { pricesSessions } from './inputs/prices-sessions.ts';
import { recordsBadges } from './inputs/records-badges.ts';
import { restsReadings } from './inputs/rests-readings.ts';
import { rulesReadings } from './inputs/rules-readings.ts';
import { sessionsExports } from './inputs/sessions-exports.ts';
import { termsDrafts } from './inputs/terms-drafts.ts';
import { treatmentsSessions } from './inputs/treatments-sessions.ts';
import { uplinksRejections } from './inputs/uplinks-rejections.ts';
import { ordeal } from './ordeal.ts';
import type { TwoStep } from './two-step.ts';

const SUITE = 'two-step';

export const TWO_STEPS: readonly TwoStep[] = [
  ...[rulesReadings, hooksEvents, draftsDays, sessionsExports, formsFields, treatmentsSessions],
  ...[restsReadings, mappingsUplinks, recordsBadges, farmFiles, payLinesReceipts, uplinksRejections],
  ...[pricesSessions, termsDrafts],
];
/** In a short run, because its work needs no time in the background. */
const FEW = [treatmentsSessions.name];

/** Runs every two-step input on an installation of its own, so that none has to do the work of another. */
export async function twoStep(options: AttackOptions, say: Say): Promise<Check[]> {
  const { quick, shape } = options;
  const chosen = TWO_STEPS.filter(({ name }) =>
    shape === undefined ? !quick || FEW.includes(name) : shape.some((part) => name.includes(part)),
  );
  const checks: Check[] = [];
  for (const input of chosen) checks.push(...(await checksOf(input, options, say)));
  return checks;
}

async function checksOf(input: TwoStep, options: AttackOptions, say: Say): Promise<Check[]> {
  const receiver = await Receiver.start();
  try {
    return await onOwnStage(say, { WEBHOOK_ALLOWED_HOSTS: receiver.host }, async (companies) => {
      say(`${SUITE}: ${input.name}: makes the state`);
      const { quick } = options;
      const prepared = await input.prepare(companies, { quick, receiver });
      say(`${SUITE}: ${input.name}: ${prepared.made}`);
      const subject = subjectOf(companies.stage, () => ordinaryClient(companies));
      const { requests, problems, detail } = await ordeal(subject, prepared, limitsOf(options));
      const again = `npm run security -- ${SUITE} --shape ${JSON.stringify(input.name)}`;
      return [
        {
          ...{ suite: SUITE, what: input.name, asked: requests, detail },
          problems: problems.map((problem) => `${problem}\n  ${again}`),
        },
      ];
    });
  } finally {
    await receiver.stop();
  }
}
