import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  FORMS,
  MOBILE_FORMS,
  type ProvisionedFarm,
  SCOUT_FIELDS,
} from '@furrow/testbed/farms';
import { SigningKey } from '@furrow/testbed/keys';
import { Client, type Json, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal } from '../harness/refusal.ts';

let system: System;
let farm: ProvisionedFarm;
let stranger: ProvisionedFarm;
let mobile: SigningKey;
let ana: Client;
let ada: Client;

beforeAll(async () => {
  system = await System.shared();
  mobile = await SigningKey.putInto(system.home, 'mobile');
  farm = await system.provision(aFarmWithForms('acme'));
  stranger = await system.provision(aFarm('other'));
  ana = farm.as('ana');
  ada = farm.as('ada');
});
afterAll(() => system?.stop());

const namesOf = ({ data }: { data: Json }) => data.map(({ name }: Json) => name);
const formId = (key: string) => farm.ids.forms[key]!;
const scouted = (over: Record<string, unknown> = {}) => aFormRecord(formId('scout'), over);
const onPhone = (idpId: string) => Client.withBearer(system.url, mobile.jwt(idpId));
const n1 = () => ({ projectId: farm.ids.projects['north']!, sectorId: farm.ids.sectors['north/n1']! });

describe('the list of forms', () => {
  it('contains the monitoring forms that the user may see, by role and by user', async () => {
    expect(namesOf(await ana.get(FORMS))).toEqual(['Form scout']);
    expect(namesOf(await farm.as('gus').get(FORMS))).toEqual(['Form scout']);
    expect(namesOf(await farm.as('ben').get(FORMS))).toEqual(['Form bens', 'Form scout']);
    expect(namesOf(await ada.get(FORMS))).toEqual(['Form audit', 'Form bens', 'Form scout']);
    expect(namesOf(await stranger.as('ana').get(FORMS))).toEqual([]);
  });

  it('describes a form as completely as a phone needs', async () => {
    const answer = await ana.get(FORMS);
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer);
    const fields = SCOUT_FIELDS.map((field) => ({ ...field, required: field.required ?? false }));
    expect(answer.body).toEqual({
      status: 'success',
      data: [
        {
          ...{
            formId: formId('scout'),
            key: 'scout',
            name: 'Form scout',
            type: 'monitoring',
            subtype: 'pests',
            version: 1,
          },
          access: { roles: ['supervisor', 'agronomist'], users: [] },
          fields,
        },
      ],
    });
  });

  it('contains with subtype=tasks the task forms, each with the user’s own tasks', async () => {
    const { data } = await ana.get(`${FORMS}?subtype=tasks`);
    expect(data).toEqual([
      expect.objectContaining({
        ...{ formId: formId('spray'), type: 'task' },
        tasks: [
          {
            ...{ taskId: farm.ids.tasks['anas'], status: 'open', dueAt: '2030-12-01T12:00:00.000Z' },
            ...n1(),
          },
        ],
      }),
    ]);
    expect((await farm.as('ben').get(`${FORMS}?subtype=tasks`)).data[0].tasks[0].taskId).toBe(
      farm.ids.tasks['bens'],
    );
    // A user with neither access nor a task; then an admin, who sees every form.
    expect((await farm.as('gus').get(`${FORMS}?subtype=tasks`)).data).toEqual([]);
    expect((await ada.get(`${FORMS}?subtype=tasks`)).data).toMatchObject([{ name: 'Form spray', tasks: [] }]);
  });

  it.each(['', '?subtype=', '?subtype=pests', '?subtype=TASKS', '?page=2'])(
    'contains monitoring forms with %p',
    async (query) => {
      expect(namesOf(await ana.get(FORMS + query))).toEqual(['Form scout']);
    },
  );

  it('refuses a subtype that is given twice, or too long', async () => {
    for (const query of ['?subtype=tasks&subtype=tasks', `?subtype=${'x'.repeat(101)}`])
      expectRefusal(await ana.get(FORMS + query), 400, 'B', 'validation_failed');
  });
});

describe('the list of forms for the mobile app', () => {
  it('is the same', async () => {
    for (const name of ['ana', 'ben', 'ada', 'gus'])
      for (const query of ['', '?subtype=tasks']) {
        const [there, here] = [
          await onPhone(farm.idpId(name)).get(MOBILE_FORMS + query),
          await farm.as(name).get(FORMS + query),
        ];
        expect({ status: there.status, body: there.body }).toEqual({ status: 200, body: here.body });
      }
  });

  it('accepts only a JWT of the mobile issuer, which no other path accepts', async () => {
    expectRefusal(await ana.get(MOBILE_FORMS), 401, 'B', 'invalid_token');
    const phone = onPhone(farm.idpId('ana'));
    expectRefusal(await phone.get(FORMS), 401, 'B', 'invalid_token');
    expectRefusal(await phone.post(FORM_RECORD, scouted()), 401, 'B', 'invalid_token');
    // Signed with the right key, but for the other audience or by the other issuer.
    const claims = { iss: 'urn:furrow:development:user', aud: 'furrow-development-user' };
    for (const claim of [{ iss: claims.iss }, { aud: claims.aud }, claims]) {
      const mixed = Client.withBearer(system.url, mobile.jwt(farm.idpId('ana'), claim));
      expectRefusal(await mixed.get(MOBILE_FORMS), 401, 'B', 'invalid_token');
      expectRefusal(await mixed.get(FORMS), 401, 'B', 'invalid_token');
    }
  });

  it('refuses missing, unknown and deactivated users', async () => {
    expectRefusal(await system.stranger.get(MOBILE_FORMS), 401, 'B', 'unauthenticated');
    expectRefusal(await onPhone('idp|unknown').get(MOBILE_FORMS), 403, 'B', 'user_not_registered');
    expectRefusal(await onPhone(farm.idpId('ida')).get(MOBILE_FORMS), 403, 'B', 'user_not_registered');
    const late = Client.withBearer(system.url, mobile.jwt(farm.idpId('ana'), { exp: 1_000 }));
    expectRefusal(await late.get(MOBILE_FORMS), 401, 'B', 'token_expired');
  });
});
