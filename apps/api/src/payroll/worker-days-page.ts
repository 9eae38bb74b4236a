import { hash } from 'node:crypto';
import { currencyDecimals } from '@furrow/kernel';
import type { WorkerDay, WorkerDays } from '@furrow/payroll';
import { escapedHtml } from '../http/pages/html.ts';
import { type PageLanguage, pageOf } from '../http/pages/page.ts';
import { PAGE_STYLE } from '../http/pages/page-style.ts';

const WORDS = {
  en: {
    title: 'My days',
    gone: 'This link does not work any more',
    ask: 'Links work for seven days. Ask your crew boss for a new one.',
    nothing: 'Nothing is recorded.',
    units: 'units',
    running: 'running',
    hours: 'hours',
    rest: 'Rest',
    meal: 'Meal',
    soFar: 'So far',
    byHand: 'From the office',
    pay: 'Amounts are as of now. The office may still correct them, and what is worked out over a week comes on its last day.',
    until: 'This link works until',
    kinds: { piece: 'Piece work', hourly: 'By the hour', nonproductive: 'Without pieces' },
  },
  es: {
    title: 'Mis días',
    gone: 'Este enlace ya no funciona',
    ask: 'Los enlaces funcionan siete días. Pida uno nuevo a quien dirige su cuadrilla.',
    nothing: 'No hay nada registrado.',
    units: 'unidades',
    running: 'en curso',
    hours: 'horas',
    rest: 'Descanso',
    meal: 'Comida',
    soFar: 'Hasta ahora',
    byHand: 'De la oficina',
    pay: 'Los importes son los de este momento. La oficina puede corregirlos, y lo que se calcula por semana llega en su último día.',
    until: 'Este enlace funciona hasta el',
    kinds: { piece: 'A destajo', hourly: 'Por hora', nonproductive: 'Sin piezas' },
  },
} as const;

const NOT_FOUND_BY_SEARCH = '<meta name="robots" content="noindex, nofollow">\n';

/** Neither scripts nor forms. */
export const WORKER_DAYS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What a worker has done, and what it comes to so far. */
export function workerDaysPage(shown: WorkerDays, language: PageLanguage): string {
  const words = WORDS[language];
  const hasPay = shown.days.some(({ amount }) => amount !== null);
  const until = written(shown.expiresAt, language, {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: shown.timezone },
  });
  const parts = [
    `<p><strong>${escapedHtml(shown.workerName)}</strong> <span class="faint">${escapedHtml(shown.workerCode)}</span><br>${escapedHtml(shown.companyName)}</p>`,
    ...shown.days.map((day) => dayCard(day, shown, language)),
    ...(hasPay ? [`<p class="faint">${words.pay}</p>`] : []),
    `<p class="faint">${words.until} ${escapedHtml(until)}.</p>`,
  ];
  return pageOf(words.title, language, parts, NOT_FOUND_BY_SEARCH);
}

/** Of a link that was never given out, has expired or was revoked: which one, only its owner may know. */
export function noDaysPage(language: PageLanguage): string {
  const { gone, ask } = WORDS[language];
  return pageOf(gone, language, [`<p>${ask}</p>`], NOT_FOUND_BY_SEARCH);
}

function dayCard(
  { day, picked, shifts, amount, stated }: WorkerDay,
  shown: WorkerDays,
  language: PageLanguage,
) {
  const words = WORDS[language];
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const title = written(new Date(`${day}T00:00:00Z`), language, { dateStyle: 'full', timeZone: 'UTC' });
  const lines = [
    ...picked.map(({ unit, units, containers }) => {
      const within = containers.map(({ name, count }) => `${number.format(count)} × ${escapedHtml(name)}`);
      const below = within.length > 0 ? `<br><small>${within.join(' · ')}</small>` : '';
      return `<strong>${number.format(Number(units))} ${escapedHtml(unit ?? words.units)}</strong>${below}`;
    }),
    ...shifts.map((shift) => shiftLine(shift, language)),
    ...(amount === null ? [] : [`${words.soFar}: <strong>${money(amount, shown, language)}</strong>`]),
    ...stated.map(
      (each) =>
        `${words.byHand}: <strong>${money(each.amount, shown, language)}</strong><br><small>${escapedHtml(each.reason)}</small>`,
    ),
  ];
  const content = picked.length + shifts.length + stated.length === 0 ? [words.nothing] : lines;
  return `<section class="card"><h2>${escapedHtml(title)}</h2>\n${content.map((line) => `<p>${line}</p>`).join('\n')}</section>`;
}

function shiftLine(
  { kind, startedAt, endedAt, timezone, hours, breaks }: WorkerDay['shifts'][number],
  language: PageLanguage,
): string {
  const words = WORDS[language];
  const time = (instant: Date) => written(instant, language, { timeStyle: 'short', timeZone: timezone });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const span = `${time(startedAt)} – ${endedAt === null ? words.running : time(endedAt)}`;
  const worked = hours === null ? '' : `, ${number.format(hours)} ${words.hours}`;
  const paused = breaks.map((each) => `${words[each.kind]} ${time(each.startedAt)} – ${time(each.endedAt)}`);
  const below = paused.length > 0 ? `<br><small>${escapedHtml(paused.join(' · '))}</small>` : '';
  return `${words.kinds[kind]}: ${escapedHtml(span + worked)}${below}`;
}

const written = (instant: Date, language: PageLanguage, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, format).format(instant);

function money(amount: number, { currency }: WorkerDays, language: PageLanguage): string {
  const decimals = currencyDecimals(currency);
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return escapedHtml(`${new Intl.NumberFormat(language, format).format(amount)} ${currency ?? ''}`.trim());
}
