import { beforeAll, describe, expect, it } from '@jest/globals';
import { aPhoto } from '@furrow/media/testing';
import {
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  FORMS,
  inParts,
  type ProvisionedFarm,
  SCOUT_FIELDS,
} from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { wrongFields } from '../harness/refusal.ts';

const CONDITIONS = {
  stage: { relevant: '${trees} > 0', required: true },
  picture: { relevant: "${stage} = 'bloom'", required: true },
  moth: { constraint: '. <= ${trees}', constraintMessage: 'There are not so many trees' },
} as const;
const FIELDS = SCOUT_FIELDS.map((field) => ({
  ...field,
  ...CONDITIONS[field.name as keyof typeof CONDITIONS],
}));

let farm: ProvisionedFarm;
let ana: Client;

const declared = (fields: Json): Json => ({
  forms: [
    { key: 'scout', name: 'Form scout', type: 'monitoring', access: { roles: ['supervisor'] }, fields },
  ],
  tasks: [],
});
const values = (given: Json) => aFormRecord(farm.ids.forms['scout']!, { values: given });

beforeAll(async () => {
  const system = await System.shared();
  farm = await system.provision(aFarmWithForms('conditions', declared(FIELDS)));
  ana = farm.as('ana');
});

describe('a form with conditions', () => {
  it('is answered with them', async () => {
    const { data } = await ana.get(FORMS);
    const [form] = data as Json[];
    expect(form!['fields'].find(({ name }: Json) => name === 'moth')).toMatchObject(CONDITIONS.moth);
    expect(form!['fields'].find(({ name }: Json) => name === 'stage')).toMatchObject(CONDITIONS.stage);
  });

  it('takes what is asked, and a repeat of it', async () => {
    const record = values({ trees: 5, stage: 'bloom', moth: { value: 5, severity: null } });
    const first = await ana.post(FORM_RECORD, undefined, await inParts(record, ['picture', await aPhoto()]));
    expect(first.status).toBe(201);
    const again = await ana.post(FORM_RECORD, undefined, await inParts(record, ['picture', await aPhoto()]));
    expect([again.status, again.data.recordId]).toEqual([200, first.data.recordId]);
    expect((await ana.post(FORM_RECORD, values({ trees: 0 }))).status).toBe(201);
  });

  it.each<[string, Json, Json]>([
    ['is missing', { trees: 1 }, ['values.stage']],
    ['is not asked', { trees: 0, stage: 'bud' }, ['values.stage']],
    ['lacks its photo', { trees: 1, stage: 'bloom' }, ['media.picture']],
    ['breaks a constraint', { trees: 1, stage: 'bud', moth: { value: 2 } }, ['values.moth']],
  ])('refuses what %s', async (_, given, fields) => {
    const answer = await ana.post(FORM_RECORD, values(given));
    expect([answer.status, wrongFields(answer)]).toEqual([400, fields]);
  });

  it('says what its constraint says', async () => {
    const answer = await ana.post(FORM_RECORD, values({ trees: 1, stage: 'bud', moth: { value: 2 } }));
    expect(answer.text).toContain(CONDITIONS.moth.constraintMessage);
  });

  it('refuses a file for a field that is not asked, and keeps none', async () => {
    const sent = await inParts(values({ trees: 1, stage: 'bud' }), ['picture', await aPhoto()]);
    const answer = await ana.post(FORM_RECORD, undefined, sent);
    expect([answer.status, wrongFields(answer)]).toEqual([400, ['media.picture']]);
  });
});

describe('a farm file with conditions', () => {
  it('is refused where one cannot hold, naming the field', async () => {
    const fields = [{ name: 'a', label: 'A', type: 'text', relevant: "${b} = 'x'" }];
    const system = await System.shared();
    await expect(system.provision(aFarmWithForms('wrong-condition', declared(fields)))).rejects.toThrow(
      /forms\.scout\.fields\[0\]\.relevant|fields\[0\]\.relevant/u,
    );
  });
});
