import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { aPhoto } from '@furrow/media/testing';
import {
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  inParts,
  kept,
  type ProvisionedFarm,
} from '@furrow/testbed/farms';
import { type Answer, type Client, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../refusal.ts';

/** A farm with forms for a spec file whose requests are all refused, and that checks that nothing of them is stored. */
export class RefusedForms {
  system!: System;
  farm!: ProvisionedFarm;
  ana!: Client;
  photo!: Buffer;

  /** Call it once per file, outside of any test. */
  static open(): RefusedForms {
    const forms = new RefusedForms();
    let before: Record<string, number>;
    beforeAll(async () => {
      forms.system = await System.shared();
      forms.farm = await forms.system.provision(aFarmWithForms('acme'));
      forms.ana = forms.farm.as('ana');
      forms.photo = await aPhoto();
    });
    afterAll(() => forms.system?.stop());
    beforeEach(async () => {
      before = await kept(forms.system);
    });
    afterEach(async () => {
      expect(await kept(forms.system)).toEqual(before);
    });
    return forms;
  }

  scouted = (over: Record<string, unknown> = {}) => aFormRecord(this.farm.ids.forms['scout']!, over);
  valued = (values: Record<string, unknown>) => this.scouted({ values: { trees: 1, ...values } });
  submit = (record: unknown, client = this.ana) => client.post(FORM_RECORD, record);
  inPieces = async (...parts: Parameters<typeof inParts>) =>
    this.ana.post(FORM_RECORD, undefined, await inParts(...parts));
}

/** Expects a validation error for exactly these fields. */
export function expectInvalid(answer: Answer, ...fields: string[]): void {
  expectRefusal(answer, 400, 'B', 'validation_failed');
  expect(wrongFields(answer)).toEqual(fields.sort());
}
