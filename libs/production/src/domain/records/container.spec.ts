import { describe, expect, it } from '@jest/globals';
import { DomainError, ValidationFailed } from '@furrow/kernel';
import { type ContainerDeclaration, declaredContainer, type Filling, unitsIn } from './container.ts';

const CRATE = { key: 'crate', name: 'Crate', unit: 'kg', units: 35, tare: 2.1, min: 10, max: 40 };
const crate = declaredContainer(CRATE);
const filling = (over: Partial<Filling> = {}): Filling => ({
  ...{ container: 'crate', count: null, gross: null },
  ...over,
});
const kg = (of: Filling, sent: string | null = null, container = crate) =>
  unitsIn(container, of, { sent, unit: 'kg' });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'none';
}
const fieldsOf = (declared: ContainerDeclaration): string[] => {
  try {
    declaredContainer(declared);
  } catch (error) {
    if (error instanceof ValidationFailed) return error.details.map(({ field }) => field);
    throw error;
  }
  return [];
};

describe('a record in containers', () => {
  it('has the units of full ones, or the weight without theirs, exactly', () => {
    expect(kg(filling({ count: 11 })).units).toBe('385');
    // The example of the farm file: 412.5 kg in 11 crates of 2.1 kg.
    expect(kg(filling({ count: 11, gross: '412.5' }))).toEqual({
      units: '389.4',
      filled: { container: 'crate', count: 11, gross: '412.5', tare: '2.1' },
    });
    expect(kg(filling({ gross: '32.3' })).units).toBe('30.2');
    const bin = declaredContainer({ key: 'bin', name: 'Bin', unit: 'kg' });
    expect(kg(filling({ count: 2 }), '17.5', bin)).toMatchObject({
      units: '17.5',
      filled: { count: 2, tare: null },
    });
    expect(kg(filling({ gross: '9' }), null, bin)).toMatchObject({ units: '9', filled: { tare: '0' } });
    expect(unitsIn(crate, filling(), { sent: null, unit: null }).units).toBe('35');
  });

  it('is refused if it contradicts them', () => {
    expect(kg(filling({ count: 2 }), '70.000').units).toBe('70');
    expect(codeOf(() => kg(filling({ count: 2 }), '71'))).toBe('units_mismatch');
    expect(codeOf(() => unitsIn(crate, filling(), { sent: null, unit: 'box' }))).toBe('units_mismatch');
    expect(codeOf(() => kg(filling({ gross: '12' })))).toBe('units_out_of_range');
    expect(codeOf(() => kg(filling({ count: 2, gross: '84.3' })))).toBe('units_out_of_range');
    expect(codeOf(() => kg(filling({ count: 2, gross: '84.2' })))).toBe('none');
    expect(codeOf(() => kg(filling({ count: 2, gross: '4.2' })))).toBe('gross_below_tare');
    expect(codeOf(() => unitsIn(undefined, filling(), { sent: '1', unit: 'kg' }))).toBe('container_unknown');
    expect(codeOf(() => kg(filling(), null, { ...crate, active: false }))).toBe('container_unknown');
    const bin = declaredContainer({ key: 'bin', name: 'Bin', unit: 'kg' });
    expect(codeOf(() => kg(filling(), null, bin))).toBe('validation_failed');
  });
});

it('a container that is declared names every wrong member', () => {
  expect(fieldsOf({ ...CRATE, unit: ' ', units: 0, tare: -1, min: 1e-7, max: 1e7 })).toEqual([
    ...['unit', 'units', 'tare', 'min', 'max', 'units'],
  ]);
  expect(fieldsOf({ ...CRATE, min: 41 })).toEqual(['max']);
  expect(fieldsOf({ ...CRATE, units: 41 })).toEqual(['units']);
});
