import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, type ProvisionedFarm, WORKERS } from '@furrow/testbed/farms';
import { type Client, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal, wrongFields } from '../harness/refusal.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ana: Client;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  foreign = await system.provision(aFarm('other'));
  ana = farm.as('ana');
});
afterAll(() => system?.stop());

const ANA = { first_name: 'Ana María', last_name: 'López', hire_date: '2025-03-15' };
const JOB = { position: 'harvester', employment_type: 'seasonal', status: 'active' };
const create = (over: Record<string, unknown> = {}, client = ana) =>
  client.post(WORKERS, { ...ANA, ...JOB, ...over });

describe('POST workers', () => {
  it('answers 201 with every member, and 200 for the same person', async () => {
    const more = { document_id: '11.111.111-1', phone: '+56 9 1234', email: 'ana@example.com' };
    const answer = await create(more);
    expect(answer.status).toBe(201);
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({
      status: 'success',
      data: {
        id: expect.stringMatching(UUID_V7),
        worker_id: 'AML0315',
        ...ANA,
        full_name: 'Ana María López',
        ...JOB,
        ...more,
        group: null,
        photo_url: null,
        created_at: expect.stringMatching(INSTANT),
        updated_at: expect.stringMatching(INSTANT),
      },
    });
    for (const over of [more, {}, { first_name: ' ana  MARIA ', last_name: 'lopez', document_id: null }]) {
      const again = await create(over);
      expect({ status: again.status, body: again.body }).toEqual({
        status: 200,
        body: { status: 'success', data: answer.data, meta: { duplicate: true } },
      });
    }
  });

  it('gives another person with the same code a number', async () => {
    const names = ['Bea Ríos', 'Bruno Reyes', 'Boris Rojas'];
    const codes = [];
    for (const name of names) {
      const [first_name, last_name] = name.split(' ');
      codes.push((await create({ first_name, last_name })).data.worker_id);
    }
    expect(codes).toEqual(['BR0315', 'BR0315-2', 'BR0315-3']);
    const twin = await create({ ...{ first_name: 'Bea', last_name: 'Ríos' }, document_id: '2' });
    expect([twin.status, twin.body.meta]).toEqual([200, { duplicate: true }]);
    expect((await create({ first_name: 'Bea', last_name: 'Ríos', document_id: '3' })).data.worker_id).toBe(
      'BR0315-4',
    );
  });

  it('gives a crew hired at once unique codes', async () => {
    const crew = Array.from({ length: 12 }, (_, i) =>
      create({ first_name: `C${String.fromCharCode(97 + i)}`, last_name: 'Crew' }),
    );
    const answers = await Promise.all(crew);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ data }) => data.worker_id)).size).toBe(12);
    const twins = await Promise.all(
      Array.from({ length: 10 }, () => create({ first_name: 'Dora', last_name: 'Díaz' })),
    );
    expect(twins.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(twins.map(({ data }) => data.id)).size).toBe(1);
  });

  it('is allowed to supervisors and admins, in their own company', async () => {
    expect((await create({ first_name: 'Eva' }, farm.as('ada'))).status).toBe(201);
    expectRefusal(await create({ first_name: 'Eva' }, farm.as('gus')), 403, 'B', 'forbidden');
    expect((await create({}, foreign.as('ana'))).status).toBe(201);
  });

  it('names every wrong field', async () => {
    const answer = await ana.post(WORKERS, {
      position: 'pilot',
      hire_date: '2025-02-30',
      email: 'nobody',
      document_id: 7,
      phone: '1'.repeat(51),
    });
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual([
      ...[
        'document_id',
        'email',
        'employment_type',
        'first_name',
        'hire_date',
        'last_name',
        'phone',
        'position',
        'status',
      ],
    ]);
  });

  it.each([
    ['first_name', { first_name: '' }],
    ['first_name', { first_name: 'n'.repeat(101) }],
    ['last_name', { last_name: null }],
    ['hire_date', { hire_date: '2025-03-15T00:00:00Z' }],
    ['position', { position: 'HARVESTER ' }],
    ['employment_type', { employment_type: null }],
    ['status', { status: 'retired' }],
  ])('refuses a wrong %s: %j', async (field, over) => {
    const answer = await create(over);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual([field]);
  });
});
