import type { Flag, LineKind, PayPolicyState } from '../../domain/index.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

type Weekdays = Readonly<Record<string, string>>;

/** The texts of a printed statement in one language. */
export interface Words {
  readonly locale: string;
  readonly title: string;
  readonly draft: string;
  readonly period: (from: string, to: string) => string;
  readonly allProjects: string;
  readonly worker: string;
  readonly project: string;
  readonly days: string;
  readonly frozen: string;
  readonly run: string;
  readonly columns: Readonly<Record<'day' | 'what' | 'quantity' | 'unit' | 'rate' | 'amount', string>>;
  readonly kinds: Readonly<Record<LineKind, string>>;
  /** For several lines combined into one. */
  readonly summed: (what: string, count: number) => string;
  /** For pieces of which some were picked together with others. */
  readonly shared: (what: string, units: string) => string;
  readonly corrects: (period: string) => string;
  readonly hours: Readonly<
    Record<'piece' | 'hourly' | 'nonproductive' | 'rest' | 'total' | 'overtime', string>
  >;
  readonly units: string;
  /** Units of quantities: of a `fixed` bonus, and of a minimum wage per day. */
  readonly share: string;
  readonly inDays: string;
  readonly regularRate: string;
  readonly gross: string;
  readonly method: string;
  readonly notes: string;
  readonly condensed: string;
  /** The heading of manual lines, and what is told of each. */
  readonly byHand: string;
  readonly statedBy: (reason: string, by: string, at: string) => string;
  /** The group by whose policy the worker is paid. */
  readonly ofGroup: (name: string, group: string) => string;
  readonly taxes: string;
  readonly flags: Readonly<Record<Flag['code'], string>>;
  /** Of a workweek that began before the run. */
  readonly difference: (what: string) => string;
  readonly andMore: (count: number) => string;
  readonly noPolicy: string;
  /** For sums that concern a whole workweek. */
  readonly weekly: string;
  /** @param money with the currency */
  readonly methodOf: (
    policy: PayPolicyState,
    number: (text: string) => string,
    money: (text: string) => string,
  ) => readonly string[];
}

const englishDays: Weekdays = {
  ...{ monday: 'Monday', tuesday: 'Tuesday', wednesday: 'Wednesday', thursday: 'Thursday' },
  ...{ friday: 'Friday', saturday: 'Saturday', sunday: 'Sunday' },
};
const spanishDays: Weekdays = {
  ...{ monday: 'lunes', tuesday: 'martes', wednesday: 'miércoles', thursday: 'jueves' },
  ...{ friday: 'viernes', saturday: 'sábado', sunday: 'domingo' },
};

const english: Words = {
  locale: 'en-US',
  title: 'Pay statement',
  draft: 'DRAFT: not final',
  period: (from, to) => `${from} to ${to}`,
  allProjects: 'All projects',
  ...{ worker: 'Worker', project: 'Project', days: 'Days', frozen: 'Final since', run: 'Pay run' },
  columns: {
    ...{ day: 'Day', what: 'What', quantity: 'Quantity', unit: 'Unit', rate: 'Rate', amount: 'Amount' },
  },
  kinds: {
    ...{ piece: 'Pieces', bonus: 'Bonus', hourly: 'Hours', nonproductive: 'Nonproductive hours' },
    ...{ tier: 'Premium above a number of units', rest: 'Rest breaks', top_up: 'Top-up to the minimum wage' },
    ...{ overtime: 'Overtime premium', manual: 'By hand', adjustment: 'Correction' },
  },
  summed: (what, count) => `${what} (${count} lines)`,
  shared: (what, units) => `${what}, ${units} of them shared`,
  corrects: (period) => `Correction of ${period}`,
  hours: {
    ...{ piece: 'Piece work', hourly: 'By the hour', nonproductive: 'Nonproductive' },
    ...{ rest: 'of these, rest breaks', total: 'All hours', overtime: 'Overtime hours' },
  },
  ...{ units: 'Units', share: 'share', inDays: 'days' },
  regularRate: 'Regular rate, per hour',
  gross: 'Gross pay',
  method: 'How it is calculated',
  notes: 'To check',
  condensed: 'Lines of the same kind are summed so that all fits on this page; the sums are unchanged.',
  byHand: 'Stated by hand',
  statedBy: (reason, by, at) => `${reason} (${by}, ${at})`,
  ofGroup: (name, group) => `${name}, group ${group}`,
  taxes: 'Gross pay, before taxes and deductions. Each sum is exact until it is rounded.',
  flags: {
    session_open: 'A harvest session is still open',
    shift_running: 'A shift has no end yet',
    shift_overlap: 'Two shifts overlap',
    no_price: 'A price or an hourly rate is missing',
    no_policy: 'The company has no pay policy for these days',
    no_currency: 'The company has no currency',
    hours_missing: 'Units on a day without any shift: hours are missing',
    pay_policy_changes: 'Another pay policy begins within these days',
    negative_gross: 'Corrections exceed what was earned',
    outside_shift: 'Units recorded outside of any piece shift',
    hours_elsewhere:
      'Hours of the same week in another project: their overtime is in a run over all projects',
    too_old_to_correct: 'Something changed in days that are too old to be corrected',
  },
  difference: (what) => `${what}, difference for days before`,
  andMore: (count) => `and ${count} more`,
  noPolicy: 'No pay policy is in force.',
  weekly: 'Sums over a workweek are shown at its first day.',
  methodOf: (policy, number, money) => [
    'Pieces are valid units × their price; bonuses as agreed for the session.',
    ...(policy.hourlyRate === null
      ? []
      : [`Hours of hourly shifts are paid at ${money(policy.hourlyRate)} per hour.`]),
    ...(policy.nonproductiveRate === null
      ? []
      : [
          `Nonproductive hours are paid at ${money(policy.nonproductiveRate)} per hour, never below the minimum wage.`,
        ]),
    ...(policy.restBreaks === 'average'
      ? ['Rest breaks are paid by themselves, at the average of the other hours of the workweek.']
      : []),
    ...(policy.minimumWage === null
      ? []
      : [
          `Minimum wage: ${money(policy.minimumWage.amount)} per ${policy.minimumWage.per}, compared over each ${
            { shift: 'shift', day: 'day', workweek: 'workweek', period: 'pay run' }[policy.minimumWageBasis]
          }; what is missing is topped up.`,
        ]),
    ...(policy.overtime === null
      ? []
      : [
          `Overtime beyond ${[
            policy.overtime.weeklyHours === null ? [] : `${number(policy.overtime.weeklyHours)} h a workweek`,
            policy.overtime.dailyHours === null ? [] : `${number(policy.overtime.dailyHours)} h a day`,
          ]
            .flat()
            .join(' or ')}: ${number(policy.overtime.premium)} × the regular rate on top of it.`,
        ]),
    ...policy.tiers.map(
      ({ unit, per, from, premium }) =>
        `Above ${number(from)} ${unit} ${per === 'day' ? 'a day' : 'in the pay run'}: ${money(premium)} more for each.`,
    ),
    `The workweek begins on ${englishDays[policy.workweekStartsOn] ?? policy.workweekStartsOn}.`,
  ],
};

const spanish: Words = {
  locale: 'es',
  title: 'Comprobante de pago',
  draft: 'BORRADOR: no es definitivo',
  period: (from, to) => `${from} al ${to}`,
  allProjects: 'Todos los proyectos',
  ...{ worker: 'Trabajador', project: 'Proyecto', days: 'Días', frozen: 'Definitivo desde' },
  run: 'Nómina',
  columns: {
    ...{
      day: 'Día',
      what: 'Concepto',
      quantity: 'Cantidad',
      unit: 'Unidad',
      rate: 'Tarifa',
      amount: 'Importe',
    },
  },
  kinds: {
    ...{ piece: 'Destajo', bonus: 'Bono', hourly: 'Horas', nonproductive: 'Horas no productivas' },
    ...{ tier: 'Prima sobre un número de unidades', rest: 'Descansos', manual: 'A mano' },
    ...{ top_up: 'Complemento al salario mínimo', overtime: 'Recargo por horas extra' },
    adjustment: 'Corrección',
  },
  summed: (what, count) => `${what} (${count} líneas)`,
  shared: (what, units) => `${what}, ${units} de ellas compartidas`,
  corrects: (period) => `Corrección del ${period}`,
  hours: {
    ...{ piece: 'A destajo', hourly: 'Por hora', nonproductive: 'No productivas' },
    ...{ rest: 'de ellas, descansos', total: 'Total de horas', overtime: 'Horas extra' },
  },
  ...{ units: 'Unidades', share: 'parte', inDays: 'días' },
  regularRate: 'Tarifa regular, por hora',
  gross: 'Pago bruto',
  method: 'Cómo se calcula',
  notes: 'Por revisar',
  condensed:
    'Las líneas del mismo concepto están sumadas para que todo quepa en esta página; las sumas no cambian.',
  byHand: 'Indicado a mano',
  statedBy: (reason, by, at) => `${reason} (${by}, ${at})`,
  ofGroup: (name, group) => `${name}, grupo ${group}`,
  taxes: 'Pago bruto, antes de impuestos y deducciones. Cada suma es exacta hasta redondearla.',
  flags: {
    session_open: 'Una sesión de cosecha sigue abierta',
    shift_running: 'Un turno aún no tiene fin',
    shift_overlap: 'Dos turnos se superponen',
    no_price: 'Falta un precio o una tarifa por hora',
    no_policy: 'La empresa no tiene política de pago para estos días',
    no_currency: 'La empresa no tiene moneda',
    hours_missing: 'Unidades en un día sin ningún turno: faltan horas',
    pay_policy_changes: 'Otra política de pago comienza dentro de estos días',
    negative_gross: 'Las correcciones superan lo ganado',
    outside_shift: 'Unidades registradas fuera de todo turno a destajo',
    hours_elsewhere:
      'Horas de la misma semana en otro proyecto: sus horas extra están en un pago de todos los proyectos',
    too_old_to_correct: 'Algo cambió en días demasiado antiguos para corregirse',
  },
  difference: (what) => `${what}, diferencia por días anteriores`,
  andMore: (count) => `y ${count} más`,
  noPolicy: 'No hay política de pago vigente.',
  weekly: 'Las sumas de una semana laboral figuran en su primer día.',
  methodOf: (policy, number, money) => [
    'Destajo: unidades válidas × su precio; bonos según lo acordado para la sesión.',
    ...(policy.hourlyRate === null
      ? []
      : [`Las horas de turnos por hora se pagan a ${money(policy.hourlyRate)} por hora.`]),
    ...(policy.nonproductiveRate === null
      ? []
      : [
          `Las horas no productivas se pagan a ${money(policy.nonproductiveRate)} por hora, nunca bajo el salario mínimo.`,
        ]),
    ...(policy.restBreaks === 'average'
      ? ['Los descansos se pagan aparte, al promedio de las demás horas de la semana laboral.']
      : []),
    ...(policy.minimumWage === null
      ? []
      : [
          `Salario mínimo: ${money(policy.minimumWage.amount)} por ${
            { hour: 'hora', day: 'día' }[policy.minimumWage.per]
          }, por cada ${
            { shift: 'turno', day: 'día', workweek: 'semana laboral', period: 'nómina' }[
              policy.minimumWageBasis
            ]
          }; lo que falta se completa.`,
        ]),
    ...(policy.overtime === null
      ? []
      : [
          `Horas extra sobre ${[
            policy.overtime.weeklyHours === null
              ? []
              : `${number(policy.overtime.weeklyHours)} h por semana laboral`,
            policy.overtime.dailyHours === null ? [] : `${number(policy.overtime.dailyHours)} h por día`,
          ]
            .flat()
            .join(' o ')}: ${number(policy.overtime.premium)} × la tarifa regular, además de ella.`,
        ]),
    ...policy.tiers.map(
      ({ unit, per, from, premium }) =>
        `Sobre ${number(from)} ${unit} ${per === 'day' ? 'por día' : 'en la nómina'}: ${money(premium)} más por cada una.`,
    ),
    `La semana laboral comienza el ${spanishDays[policy.workweekStartsOn] ?? policy.workweekStartsOn}.`,
  ],
};

export const WORDS: Readonly<Record<Language, Words>> = { en: english, es: spanish };
