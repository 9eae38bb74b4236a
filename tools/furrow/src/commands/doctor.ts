import { examine } from '../doctor/doctor.ts';
import type { Finding } from '../doctor/finding.ts';
import { type Answer, table } from '../output.ts';

const MARKS = { fine: 'ok', warning: 'warning', wrong: 'WRONG' } as const;

/** Fails when a finding is wrong; warnings alone are no failure. */
export async function doctor(): Promise<Answer> {
  const findings = await examine(process.env);
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  return {
    document: { healthy: wrong === 0, findings },
    text: `${table(['STATE', 'WHAT', 'FINDING'], findings.flatMap(linesOf))}\n\n${verdict(findings, wrong)}`,
    exitCode: wrong === 0 ? 0 : 1,
  };
}

function linesOf({ state, subject, message, advice }: Finding): string[][] {
  return [[MARKS[state], subject, message], ...(advice === null ? [] : [['', '', `→ ${advice}`]])];
}

function verdict(findings: readonly Finding[], wrong: number): string {
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  const aside = warnings === 0 ? '' : ` ${warnings === 1 ? 'One warning' : `${warnings} warnings`}.`;
  if (wrong === 0) return `Nothing is wrong.${aside}`;
  return `${wrong === 1 ? 'One thing is' : `${wrong} things are`} wrong.${aside}`;
}
