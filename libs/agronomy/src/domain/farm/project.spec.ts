import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { aProject } from '../../testing/builders.ts';
import { Project } from './project.ts';

describe('a project', () => {
  it('defaults to 12 hours, a grace period of 48 hours, and no unit or price', () => {
    expect(Project.define(aProject('north')).state).toMatchObject({
      key: 'north',
      defaults: { samplingUnit: null, pricePerUnit: null, maxDurationHours: 12, syncGraceHours: 48 },
      status: 'active',
    });
  });

  it.each([
    [120, '120'],
    [0.1, '0.1'],
    [0, '0'],
    [1e-6, '0.000001'],
    [null, null],
  ])('stores the price %p exactly', (pricePerUnit, kept) => {
    expect(
      Project.define(aProject('north', { defaults: { pricePerUnit } })).state.defaults.pricePerUnit,
    ).toBe(kept);
  });

  it('keeps omitted members, and clears null members', () => {
    const project = Project.define(
      aProject('north', { defaults: { samplingUnit: 'kg', pricePerUnit: 3.5 } }),
    );
    expect(
      project.redeclared(aProject('north', { defaults: { samplingUnit: null } })).state.defaults,
    ).toEqual({
      samplingUnit: null,
      repeatSeconds: null,
      harvestGuard: 'warn',
      pricePerUnit: '3.5',
      maxDurationHours: 12,
      syncGraceHours: 48,
    });
  });

  it('is unchanged when the same is declared again', () => {
    const project = Project.define(aProject('north', { defaults: { pricePerUnit: 3.5 } }));
    expect(project.redeclared(aProject('north', { defaults: { pricePerUnit: 3.5 } }))).toBe(project);
    expect(project.redeclared(aProject('north'))).toBe(project);
    expect(project.redeclared(aProject('north', { name: 'Other' }))).not.toBe(project);
  });

  it('is reactivated when it is declared again', () => {
    const gone = Project.define(aProject('north')).deactivated();
    expect(gone.state.status).toBe('inactive');
    expect(gone.deactivated()).toBe(gone);
    expect(gone.redeclared(aProject('north')).state.status).toBe('active');
  });

  it('reports every problem at once', () => {
    const wrong = {
      key: 'a/b',
      name: ' ',
      timezone: 'EST',
      defaults: {
        samplingUnit: '',
        pricePerUnit: -1,
        maxDurationHours: 25,
        syncGraceHours: 1.5,
        repeatSeconds: 3_601,
        harvestGuard: 'never' as never,
      },
    };
    expect(fieldsOf(() => Project.define(wrong))).toEqual([
      'key',
      'name',
      'timezone',
      'defaults.samplingUnit',
      'defaults.pricePerUnit',
      'defaults.maxDurationHours',
      'defaults.syncGraceHours',
      'defaults.harvestGuard',
      'defaults.repeatSeconds',
    ]);
  });

  it.each([Number.NaN, Infinity, 1e10, 0.1234567])('refuses the price %p', (pricePerUnit) => {
    expect(fieldsOf(() => Project.define(aProject('north', { defaults: { pricePerUnit } })))).toEqual([
      'defaults.pricePerUnit',
    ]);
  });

  it.each(['', ' north', 'north ', 'a/b', 'a\nb', 'x'.repeat(101)])('refuses the key %j', (key) => {
    expect(fieldsOf(() => Project.define(aProject(key)))).toEqual(['key']);
  });
});

function fieldsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.details.map(({ field }) => field);
    throw error;
  }
  return [];
}
