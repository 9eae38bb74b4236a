import type { ErrorShape } from '@furrow/http';
import type { ReferenceObject, ResponseObject } from '@nestjs/swagger';
import { type Code, meaningOfCode, statusOfCode } from '../errors/codes.ts';
import { harvestWarning } from '../production/session.answer.ts';
import { headersOf } from './headers.ts';
import { FLAG } from '../payroll/pay-run.answer.ts';
import {
  about,
  count,
  date,
  dateTime,
  flag,
  idOf,
  listOf,
  type Members,
  named,
  number,
  oneOf,
  open,
  orNull,
  type Schema,
  schemaOf,
  text,
  within,
} from '../openapi/schema.ts';

const problem = named('FieldProblem', 'A field that is wrong, and what it accepts.', {
  field: about(text, 'Its path in the body, or its name in the query', 'bonus.value'),
  message: about(text, 'For people', 'must be a number of at least 0'),
});
const code = about(text, 'A stable word to branch on', 'worker_not_found');
const message = about(text, 'What happened, for people', 'The company has no such worker.');

/** The members of every refusal, in either shape. The schema of each code adds its facts. */
const SHAPES: Readonly<Record<ErrorShape, Schema>> = {
  A: within(open({ error: about(text, 'A short title', 'Not Found'), message, code }), {
    description: 'Refusals of the harvest report and the phytosanitary summaries.',
  }),
  B: within(
    open({
      ...{ status: oneOf('error'), message },
      error: about(text, 'The detail', 'The company has no such worker.'),
      code,
    }),
    { description: 'Refusals of all other endpoints.' },
  ),
};

const HELD_BACK = about(
  listOf(harvestWarning),
  'The intervals that the session falls into, as in its responses',
);

/** The facts beside a code. */
const FACTS: Readonly<Partial<Record<Code, Members>>> = {
  validation_failed: {
    details: about(
      listOf(problem),
      'Every wrong field of body and query; at most the first 100, or as many as fit into 64 kB. Long paths and messages end in “…”',
    ),
    moreProblems: about(flag, 'Present if there are more problems than `details` lists'),
  },
  session_already_open: {
    sessionId: about(idOf('session'), 'The session in the way, when it is the caller’s own'),
  },
  ends_in_future: { serverTime: about(dateTime, 'The server’s clock') },
  started_in_future: { serverTime: about(dateTime, 'The server’s clock') },
  pre_harvest_interval: { warnings: HELD_BACK },
  reentry_interval: { warnings: HELD_BACK },
  opened_in_future: { serverTime: about(dateTime, 'The server’s clock') },
  recorded_in_future: { serverTime: about(dateTime, 'The server’s clock') },
  container_unknown: { field: about(text, 'Always `container`', 'container') },
  badge_unknown: { field: about(text, 'The badge', 'shares[1].badge') },
  share_repeated: { field: about(text, 'The second share of the worker', 'shares[2]') },
  units_mismatch: {
    field: about(text, '`units`, or `container` if its unit is another one', 'units'),
    expected: about(
      orNull(number),
      'The units that the containers hold; null if their unit is another one',
      389.4,
    ),
  },
  units_out_of_range: {
    field: about(text, 'Always `units`', 'units'),
    min: about(orNull(number), 'The least that one container holds; null: any', 10),
    max: about(orNull(number), 'The most that one container holds; null: any', 40),
  },
  gross_below_tare: {
    field: about(text, 'Always `gross`', 'gross'),
    tare: about(number, 'Of one empty container', 2.1),
  },
  pay_run_blocked: { flags: about(listOf(FLAG), 'What prevents it') },
  pay_run_overlaps: { payRunId: about(idOf('payRun'), 'The frozen run in the way') },
  worker_exists: { workerId: about(idOf('worker'), 'The other worker') },
  paid_by_frozen_run: { payRunId: about(idOf('payRun'), 'The frozen run') },
  too_many_drafts: { limit: about(within(count, { minimum: 1 }), 'The maximum', 20) },
  workbook_unreadable: {
    sheet: about(text, 'The sheet, where one is to blame', 'survey'),
    row: about(count, 'Its row', 7),
    column: about(text, 'The letters of its column', 'B'),
  },
  xlsform_unsupported: {
    problems: about(
      listOf(
        named('XlsFormProblem', 'A place of an XLSForm that has no counterpart in a form.', {
          sheet: about(text, 'The name of the sheet', 'survey'),
          row: about(count, 'From 1, as spreadsheet programs show it', 7),
          column: about(text, 'The heading of the column', 'type'),
          reason: about(text, 'Why, for people', 'repeats a group; forms ask each field once'),
        }),
      ),
      'Every place, up to the first 1,000',
    ),
  },
  farm_changed: { version: about(text, 'The version that the farm has now', 'c0Jm4mFv1mU7o3m5Wn0b3w') },
  pay_policy_changes: { cutAt: about(date, 'The first day of the next policy') },
  shift_ended: { endedAt: about(dateTime, 'When the shift ended') },
  recorded_after_end: { endsAt: about(dateTime, 'When the session ended') },
  form_version_not_found: {
    currentVersion: about(within(count, { minimum: 1 }), 'The version that is filled in now', 3),
  },
  uplink_unusable: { details: about(listOf(problem), 'What is wrong, by member; at most 50') },
  too_many_alerts: { limit: about(count, 'The maximum number of rules', 200) },
  unsupported_media: { field: about(text, 'The field of the file', 'photo') },
  media_too_large: { field: about(text, 'The field of the file', 'photo') },
};

/** The facts beside a code in some operations only, which declare it as `code+closure`. */
const FACTS_AT: Readonly<Record<string, Members>> = {
  closure: {
    closedAt: about(dateTime, 'When the session was closed', '2026-01-31T20:12:40.000Z'),
    closedBy: about(oneOf('user', 'system'), 'Whether its owner closed it', 'user'),
    closedReason: about(
      oneOf('manual', 'midnight_local', 'max_duration'),
      '`manual`: closed by its owner, otherwise by the system',
      'manual',
    ),
  },
};

/** One refusal: a status, a code and its facts. */
interface DeclaredRefusal {
  readonly status: number;
  readonly code: Code;
  readonly facts: Members;
  /** The name of its schema, without its shape. */
  readonly name: string;
}

/** The form of a refusal: a page for browsers, or nothing for statuses without bodies. */
export type RefusedAs = 'json' | 'page or json' | 'nothing';

/** Refusals by status, and the components of the document that they refer to. */
export class Refusals {
  readonly #schemas: Record<string, Schema> = Object.fromEntries(
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
    this.#schemas[own] ??= schemaOf({
      allOf: [{ $ref: `#/components/schemas/Error${shape}` }],
      properties: { code: oneOf(ofCode), ...facts },
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
