import type { ErrorShape } from '@furrow/http';
import type { ReferenceObject, ResponseObject } from '@nestjs/swagger';
import { type Code, meaningOfCode, statusOfCode } from '../errors/codes.ts';
import { harvestWarning } from '../production/session.answer.ts';
import { headersOf } from './headers.ts';
import { FLAG } from '../payroll/pay-run.answer.ts';
import * as s from '../openapi/schema.ts';

const problem = s.named('FieldProblem', 'A field that is wrong, and what it accepts.', {
  field: s.about(s.text, 'Its path in the body, or its name in the query', 'bonus.value'),
  message: s.about(s.text, 'For people', 'must be a number of at least 0'),
});
const code = s.about(s.text, 'A stable word to branch on', 'worker_not_found');
const message = s.about(s.text, 'What happened, for people', 'The company has no such worker.');

/** The members of every refusal, in either shape. The schema of each code adds its facts. */
const SHAPES: Readonly<Record<ErrorShape, s.Schema>> = {
  A: s.within(s.open({ error: s.about(s.text, 'A short title', 'Not Found'), message, code }), {
    description: 'Refusals of the harvest report and the phytosanitary summaries.',
  }),
  B: s.within(
    s.open({
      ...{ status: s.oneOf('error'), message },
      error: s.about(s.text, 'The detail', 'The company has no such worker.'),
      code,
    }),
    { description: 'Refusals of all other endpoints.' },
  ),
};

const HELD_BACK = s.about(
  s.listOf(harvestWarning),
  'The intervals that the session falls into, as in its responses',
);

/** The facts beside a code. */
const FACTS: Readonly<Partial<Record<Code, s.Members>>> = {
  validation_failed: {
    details: s.about(
      s.listOf(problem),
      'Every wrong field of body and query; at most the first 100, or as many as fit into 64 kB. Long paths and messages end in “…”',
    ),
    moreProblems: s.about(s.flag, 'Present if there are more problems than `details` lists'),
  },
  session_already_open: {
    sessionId: s.about(s.idOf('session'), 'The session in the way, when it is the caller’s own'),
  },
  ends_in_future: { serverTime: s.about(s.dateTime, 'The server’s clock') },
  started_in_future: { serverTime: s.about(s.dateTime, 'The server’s clock') },
  pre_harvest_interval: { warnings: HELD_BACK },
  reentry_interval: { warnings: HELD_BACK },
  opened_in_future: { serverTime: s.about(s.dateTime, 'The server’s clock') },
  recorded_in_future: { serverTime: s.about(s.dateTime, 'The server’s clock') },
  container_unknown: { field: s.about(s.text, 'Always `container`', 'container') },
  badge_unknown: { field: s.about(s.text, 'The badge', 'shares[1].badge') },
  share_repeated: { field: s.about(s.text, 'The second share of the worker', 'shares[2]') },
  units_mismatch: {
    field: s.about(s.text, '`units`, or `container` if its unit is another one', 'units'),
    expected: s.about(
      s.orNull(s.number),
      'The units that the containers hold; null if their unit is another one',
      389.4,
    ),
  },
  units_out_of_range: {
    field: s.about(s.text, 'Always `units`', 'units'),
    min: s.about(s.orNull(s.number), 'The least that one container holds; null: any', 10),
    max: s.about(s.orNull(s.number), 'The most that one container holds; null: any', 40),
  },
  gross_below_tare: {
    field: s.about(s.text, 'Always `gross`', 'gross'),
    tare: s.about(s.number, 'Of one empty container', 2.1),
  },
  pay_run_blocked: { flags: s.about(s.listOf(FLAG), 'What prevents it') },
  pay_run_overlaps: { payRunId: s.about(s.idOf('payRun'), 'The frozen run in the way') },
  worker_exists: { workerId: s.about(s.idOf('worker'), 'The other worker') },
  paid_by_frozen_run: { payRunId: s.about(s.idOf('payRun'), 'The frozen run') },
  too_many_drafts: { limit: s.about(s.within(s.count, { minimum: 1 }), 'The maximum', 20) },
  workbook_unreadable: {
    sheet: s.about(s.text, 'The sheet, where one is to blame', 'survey'),
    row: s.about(s.count, 'Its row', 7),
    column: s.about(s.text, 'The letters of its column', 'B'),
  },
  xlsform_unsupported: {
    problems: s.about(
      s.listOf(
        s.named('XlsFormProblem', 'A place of an XLSForm that has no counterpart in a form.', {
          sheet: s.about(s.text, 'The name of the sheet', 'survey'),
          row: s.about(s.count, 'From 1, as spreadsheet programs show it', 7),
          column: s.about(s.text, 'The heading of the column', 'type'),
          reason: s.about(s.text, 'Why, for people', 'repeats a group; forms ask each field once'),
        }),
      ),
      'Every place, up to the first 1,000',
    ),
  },
  farm_changed: { version: s.about(s.text, 'The version that the farm has now', 'c0Jm4mFv1mU7o3m5Wn0b3w') },
  pay_policy_changes: { cutAt: s.about(s.date, 'The first day of the next policy') },
  shift_ended: { endedAt: s.about(s.dateTime, 'When the shift ended') },
  recorded_after_end: { endsAt: s.about(s.dateTime, 'When the session ended') },
  form_version_not_found: {
    currentVersion: s.about(s.within(s.count, { minimum: 1 }), 'The version that is filled in now', 3),
  },
  uplink_unusable: { details: s.about(s.listOf(problem), 'What is wrong, by member; at most 50') },
  too_many_alerts: { limit: s.about(s.count, 'The maximum number of rules', 200) },
  unsupported_media: { field: s.about(s.text, 'The field of the file', 'photo') },
  media_too_large: { field: s.about(s.text, 'The field of the file', 'photo') },
};

/** The facts beside a code in some operations only, which declare it as `code+closure`. */
const FACTS_AT: Readonly<Record<string, s.Members>> = {
  closure: {
    closedAt: s.about(s.dateTime, 'When the session was closed', '2026-01-31T20:12:40.000Z'),
    closedBy: s.about(s.oneOf('user', 'system'), 'Whether its owner closed it', 'user'),
    closedReason: s.about(
      s.oneOf('manual', 'midnight_local', 'max_duration'),
      '`manual`: closed by its owner, otherwise by the system',
      'manual',
    ),
  },
};

/** One refusal: a status, a code and its facts. */
interface DeclaredRefusal {
  readonly status: number;
  readonly code: Code;
  readonly facts: s.Members;
  /** The name of its schema, without its shape. */
  readonly name: string;
}

/** The form of a refusal: a page for browsers, or nothing for statuses without bodies. */
export type RefusedAs = 'json' | 'page or json' | 'nothing';

/** Refusals by status, and the components of the document that they refer to. */
export class Refusals {
  readonly #schemas: Record<string, s.Schema> = Object.fromEntries(
    Object.entries(SHAPES).map(([shape, schema]) => [`Error${shape}`, schema]),
  );

  of(codes: Iterable<string>, shape: ErrorShape, as: RefusedAs = 'json'): Record<string, ResponseObject> {
    const byStatus = Map.groupBy([...new Set(codes)].map(refusalDeclaredAs), ({ status }) => status);
    const entries = [...byStatus].map(([status, refused]) => {
      const schemas = refused.map((each) => this.#schema(each, shape));
      return [String(status), refusal(status, refused, schemas, as)];
    });
    return Object.fromEntries(entries) as Record<string, ResponseObject>;
  }

  /** The schemas of all codes that were declared. */
  get schemas(): Readonly<Record<string, object>> {
    return this.#schemas;
  }

  #schema({ name, code: ofCode, facts }: DeclaredRefusal, shape: ErrorShape): ReferenceObject {
    const own = `${name}${shape === 'A' ? 'A' : ''}`;
    this.#schemas[own] ??= s.schemaOf({
      allOf: [{ $ref: `#/components/schemas/Error${shape}` }],
      properties: { code: s.oneOf(ofCode), ...facts },
      unevaluatedProperties: false,
    });
    return { $ref: `#/components/schemas/${own}` };
  }
}

/**
 * @param declared such as `session_not_open`, `422 validation_failed` for a status other than the code's usual one, or
 * `session_not_open+closure` with more facts than usual
 */
function refusalDeclaredAs(declared: string): DeclaredRefusal {
  const [, status, code = declared, more = ''] = /^(?:(\d{3}) )?(\w+)(?:\+(\w+))?$/.exec(declared) ?? [];
  const found = status === undefined ? statusOfCode(code) : Number(status);
  if (found === undefined) throw new Error(`The code ${code} is not in codes.ts`);
  const facts = { ...FACTS[code as Code], ...FACTS_AT[more] };
  const name = `${code}_${more}`.replace(/(?:^|_)([a-z]?)/g, (_, letter: string) => letter.toUpperCase());
  return { status: found, code: code as Code, facts, name };
}

function refusal(
  status: number,
  refused: readonly DeclaredRefusal[],
  schemas: readonly ReferenceObject[],
  as: RefusedAs,
): ResponseObject {
  const [only, ...others] = schemas;
  return {
    description: refused.map(({ code }) => `- \`${code}\`: ${meaningOfCode(code)}`).join('\n'),
    headers: headersOf(status),
    ...(as !== 'nothing' && {
      content: {
        'application/json': { schema: others.length === 0 && only ? only : { oneOf: [...schemas] } },
        ...(as === 'page or json' && { 'text/html': { schema: { type: 'string' } } }),
      },
    }),
  };
}
