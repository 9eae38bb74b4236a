import { describe, expect, it } from '@jest/globals';
import { checkGuard, type HarvestGuard, HELD_BACK_WITHIN_MS, warningsUnder } from './harvest-guard.ts';
import type { HarvestWarning } from './harvest-warning.ts';

const NOW = new Date('2026-01-12T12:00:00Z');
const warning = (code: HarvestWarning['code']): HarvestWarning => ({
  ...{ code, treatmentId: 't1', product: 'Sulphur' },
  clearAt: new Date(code === 'reentry_interval' ? '2026-01-13T00:00:00Z' : '2026-01-17T03:00:00Z'),
});
const BOTH = [warning('reentry_interval'), warning('pre_harvest_interval')];
const open = (
  guard: HarvestGuard,
  { warnings = BOTH, ago = 0, overrideReason = null as string | null } = {},
) => {
  checkGuard(guard, warnings, { openedAt: new Date(NOW.getTime() - ago), overrideReason }, NOW);
};

describe('the harvest guard', () => {
  it('blocks by the pre-harvest interval first, and reports all warnings', () => {
    expect(() => open('block')).toThrow(
      expect.objectContaining({
        code: 'pre_harvest_interval',
        facts: { warnings: BOTH.map((each) => ({ ...each, clearAt: each.clearAt.toISOString() })) },
      }),
    );
    const reentry = [warning('reentry_interval')];
    expect(() => open('block', { warnings: reentry })).toThrow(
      expect.objectContaining({ code: 'reentry_interval' }),
    );
  });

  it('admits what is only warned, overridden, clear, or already harvested', () => {
    open('warn');
    open('off');
    open('block', { warnings: [] });
    open('block', { overrideReason: 'Hail is coming' });
    open('block', { ago: HELD_BACK_WITHIN_MS + 1 });
    expect(() => open('block', { ago: HELD_BACK_WITHIN_MS })).toThrow();
  });

  it('is silent where it is off', () => {
    expect([warningsUnder('off', BOTH), warningsUnder('warn', BOTH), warningsUnder('block', BOTH)]).toEqual([
      [],
      BOTH,
      BOTH,
    ]);
  });
});
