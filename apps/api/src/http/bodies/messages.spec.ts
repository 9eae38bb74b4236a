import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { Amount, Hours, NumberFrom, OneOf, Optional, Text, Words } from '../fields.ts';
import { schemaOf } from '@furrow/kernel/schema';
import { CompiledBody } from './compiled-body.ts';
import { checkedBody } from './validated.ts';

const COMPILED = new CompiledBody(
  schemaOf({
    type: 'object',
    required: ['units'],
    properties: {
      units: { type: 'number', exclusiveMinimum: 0, maximum: 100_000, 'x-decimals': 6 },
      severity: { type: 'integer', minimum: 0, maximum: 100 },
      key: { type: 'string', minLength: 1, maxLength: 100 },
      notes: { type: ['string', 'null'], maxLength: 500 },
      at: { type: ['string', 'null'], format: 'date-time' },
      kind: { type: 'string', enum: ['piece', 'hourly'] },
      breaks: {
        type: 'array',
        maxItems: 1,
        items: { type: 'object', properties: { paid: { type: 'boolean' } } },
      },
    },
  }),
);

class Declared {
  @Text(100) name!: string;
  @Words(200) reason!: string;
  @Hours() hours!: number;
  @Optional(NumberFrom(0)) price?: number;
  @Optional(NumberFrom(-90, 90)) latitude?: number;
  @Amount(1_000, 3) amount!: number;
  @OneOf(['active', 'inactive']) status!: string;
}

function compiledMessages(body: object): readonly FieldProblem[] {
  try {
    COMPILED.check(body, true, []);
    return [];
  } catch (error) {
    return (error as ValidationFailed).details;
  }
}

const declaredMessages = (members: Record<string, unknown>) =>
  checkedBody(Declared, { members, problems: [] }, true).problems;

it('of a list that is too long, the items beyond its limit are not looked at', () => {
  let asked = 0;
  const item = {
    get paid() {
      asked++;
      return 'x';
    },
  };
  const found = compiledMessages({ units: 1, breaks: Array.from({ length: 100_000 }, () => item) });
  expect(found[0]).toEqual({ field: 'breaks', message: 'must be a list of at most 1 items' });
  expect(asked).toBeLessThan(10);
});

describe('the message of a wrong field says once what is accepted', () => {
  it.each([
    [{ units: 'x' }, 'units', 'must be a number above 0 and up to 100000, with at most 6 decimals'],
    [{ units: -0.000_000_1 }, 'units', 'must be a number above 0 and up to 100000, with at most 6 decimals'],
    [{}, 'units', 'is required'],
    [{ units: 1, severity: 100.5 }, 'severity', 'must be a whole number from 0 to 100'],
    [{ units: 1, key: '' }, 'key', 'must be a text of 1 to 100 characters'],
    [{ units: 1, notes: 7 }, 'notes', 'must be a text of at most 500 characters, or null'],
    [{ units: 1, kind: 7 }, 'kind', 'must be one of piece, hourly'],
    [{ units: 1, breaks: [{ paid: 'x' }] }, 'breaks[0].paid', 'must be true or false'],
    [{ units: 1, breaks: [{}, {}] }, 'breaks', 'must be a list of at most 1 items'],
    [{ units: 1, colour: 'red' }, 'colour', 'is not accepted here'],
  ])('in %j of a compiled body', (body, field, message) => {
    expect(compiledMessages(body)).toEqual([{ field, message }]);
  });

  it('in a date-time of a compiled body', () => {
    const message =
      'must be an ISO 8601 date-time with Z or an offset, such as 2026-01-31T08:00:00Z, or null';
    expect(compiledMessages({ units: 1, at: 'today' })).toEqual([{ field: 'at', message }]);
  });

  it('in a body that is a class', () => {
    const wrong = { name: '', reason: ' ', hours: 24.5, price: -1, latitude: 'x', amount: 0, status: 'on' };
    expect(declaredMessages(wrong)).toEqual([
      { field: 'name', message: 'must be a text of 1 to 100 characters' },
      { field: 'reason', message: 'must be a text of 1 to 200 characters that is not blank' },
      { field: 'hours', message: 'must be a whole number from 1 to 24' },
      { field: 'price', message: 'must be a number of at least 0' },
      { field: 'latitude', message: 'must be a number from -90 to 90' },
      { field: 'amount', message: 'must be a number above 0 and up to 1000, with at most 3 decimals' },
      { field: 'status', message: 'must be one of active, inactive' },
    ]);
  });
});
