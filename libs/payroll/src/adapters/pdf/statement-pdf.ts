import { createRequire } from 'node:module';
import { currencyDecimals } from '@furrow/kernel';
import type { PayStatement } from '../../application/get-pay-statement.ts';
import { type Flag, LINE_KINDS } from '../../domain/index.ts';
import { condensed, type CondensedLine } from './condensed-lines.ts';
import { StatementPage } from './statement-page.ts';
import { type Language, type Words, WORDS } from './statement-words.ts';

const require = createRequire(import.meta.url);
/** Only programs that make documents have the fonts. */
const fontsOf = () => ({
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
});

/** The number of kinds of lines, so that they fit in any case. */
const LEAST_LINES = LINE_KINDS.length;
const MOST_FLAGS = 6;
const MOST_BY_HAND = 6;

/** A worker's statement on one page: hours, units, each step with its rate and sum, the method, and flags. */
export async function statementPdf(pay: PayStatement, language: Language): Promise<Buffer> {
  const { default: Document } = await import('pdfkit'); // loaded on first use
  const texts = new StatementTexts(pay, WORDS[language]);
  const fonts = fontsOf();
  const document = new Document({
    ...{ size: 'A4', margin: 0, font: fonts.regular, lang: language },
    info: { Title: `${texts.words.title} ${pay.statement.worker_name}`, CreationDate: pay.run.createdAt },
  });
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  draw(new StatementPage(document), texts);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** The texts of a statement in a language. */
class StatementTexts {
  readonly #numbers: Intl.NumberFormat;
  readonly #sums: Intl.NumberFormat;
  readonly #decimals: number;
  readonly #dates: Intl.DateTimeFormat;

  constructor(
    readonly pay: PayStatement,
    readonly words: Words,
  ) {
    this.#numbers = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 6 });
    this.#decimals = currencyDecimals(pay.currency);
    this.#sums = new Intl.NumberFormat(words.locale, {
      minimumFractionDigits: this.#decimals,
      maximumFractionDigits: this.#decimals,
    });
    this.#dates = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  }

  number = (value: number | string | null): string =>
    value === null ? '' : this.#numbers.format(Number(value));
  /** With its decimals, at least those of the currency. */
  money = (value: number | null): string => {
    if (value === null) return '';
    return Number(value.toFixed(this.#decimals)) === value ? this.#sums.format(value) : this.number(value);
  };
  /** With its currency, if the company has one. */
  paid = (value: number | null): string => `${this.money(value)} ${this.pay.currency ?? ''}`.trim();
  date = (day: string): string => this.#dates.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
  period = ({ from, to }: { readonly from: string; readonly to: string }): string =>
    this.words.period(this.date(from), this.date(to));

  line(line: CondensedLine): readonly string[] {
    const { kind, day, quantity, unit, rate, amount } = line;
    return [
      ...[day === null ? '' : this.date(day), this.#what(line), this.number(quantity)],
      ...[this.#unit(line), this.#rate(kind, unit, rate), this.money(amount)],
    ];
  }

  /** Of the table; money has no currency in its cells. */
  headings(): readonly string[] {
    const { day, what, quantity, unit, rate, amount } = this.words.columns;
    const { currency } = this.pay;
    const inCurrency = (heading: string) => (currency === null ? heading : `${heading} (${currency})`);
    return [day, what, quantity, unit, inCurrency(rate), inCurrency(amount)];
  }

  /** All valid units, with their unit if all sessions have the same. */
  units(): string {
    const { units, lines } = this.pay.statement;
    const named = new Set(lines.filter(({ kind }) => kind === 'piece').map(({ unit }) => unit));
    const [unit] = named;
    return named.size === 1 && unit ? `${this.number(units)} ${unit}` : this.number(units);
  }

  method(): readonly string[] {
    const { policy } = this.pay;
    const { words } = this;
    if (policy === null) return [words.noPolicy, words.taxes];
    const { minimumWage, minimumWageBasis, overtime, restBreaks } = policy;
    const isWeekly =
      overtime !== null ||
      restBreaks === 'average' ||
      (minimumWage !== null && minimumWageBasis === 'workweek');
    const method = words.methodOf(policy, this.number, (text) => this.paid(Number(text)));
    return [...method, ...(isWeekly ? [words.weekly] : []), words.taxes];
  }

  /** Days of a flag and how often it occurs, without ids, which are for the clerk. */
  flags(): string[] {
    const byCode = [...Map.groupBy(this.pay.flags, ({ code }) => code)];
    const texts = byCode.map(([code, flags]) => `• ${this.words.flags[code]}${this.#daysOf(flags)}`);
    const more = texts.length - MOST_FLAGS;
    return more > 0 ? [...texts.slice(0, MOST_FLAGS), this.words.andMore(more)] : texts;
  }

  /** Who stated the manual lines, when and why. */
  byHand(): string[] {
    const texts = this.pay.statement.lines.flatMap(({ manual, day, amount }) => {
      if (!manual) return [];
      const stated = this.words.statedBy(manual.reason, manual.createdBy, this.date(manual.createdAt));
      return [`• ${day === null ? '' : `${this.date(day)}: `}${this.paid(amount)} · ${stated}`];
    });
    const more = texts.length - MOST_BY_HAND;
    return more > 0 ? [...texts.slice(0, MOST_BY_HAND), this.words.andMore(more)] : texts;
  }

  #daysOf(flags: readonly Flag[]): string {
    const days = [...new Set(flags.flatMap(({ day }) => day ?? []))].toSorted();
    if (days.length === 0) return '';
    const shown = days.slice(0, 3).map((day) => this.date(day));
    const more = days.length > shown.length ? ` ${this.words.andMore(days.length - shown.length)}` : '';
    return `: ${shown.join('; ')}${more}`;
  }

  #what({ containers = [], ...line }: CondensedLine): string {
    const within = containers.map(({ name, count }) => `${this.number(count)} × ${name}`);
    return [this.#step(line), ...within].join(', ');
  }

  #step({ kind, day, rate, payRunId, count, shared }: CondensedLine): string {
    const corrected = payRunId === null ? undefined : this.pay.corrected.get(payRunId);
    // A workweek that began before the run, whose rests and top-ups of these days were paid by what was known then.
    const isOfWeek = kind === 'rest' || (kind === 'top_up' && rate === null);
    const isDifference = isOfWeek && day !== null && day < this.pay.run.from;
    const own = isDifference ? this.words.difference(this.words.kinds[kind]) : this.words.kinds[kind];
    const what = corrected ? this.words.corrects(this.period(corrected)) : own;
    const lines = count > 1 ? this.words.summed(what, count) : what;
    return shared === undefined ? lines : this.words.shared(lines, this.number(shared));
  }

  #unit({ kind, unit, quantity, rate }: CondensedLine): string {
    if (unit === '%') return this.pay.currency ?? '';
    if (kind === 'bonus' && unit === null) return quantity === null || rate === null ? '' : this.words.share;
    return kind === 'top_up' && unit === 'd' ? this.words.inDays : (unit ?? '');
  }

  #rate(kind: string, unit: string | null, rate: number | null): string {
    if (rate === null) return '';
    if (unit === '%') return `${this.number(Number((rate * 100).toFixed(6)))} %`;
    return kind === 'adjustment' ? '' : this.money(rate);
  }
}

function draw(page: StatementPage, texts: StatementTexts): void {
  const { pay, words } = texts;
  const { statement, run } = pay;
  const ofGroup = (name: string) =>
    statement.group === undefined ? name : words.ofGroup(name, statement.group);
  page.title(pay.companyName, words.title, run.frozenAt === null ? words.draft : '');
  page.facts([
    [words.worker, ofGroup(`${statement.worker_name} (${statement.worker_id})`)],
    [words.days, texts.period(run)],
    [words.project, pay.projectName ?? words.allProjects],
    run.frozenAt === null
      ? [words.run, run.payRunId]
      : [words.frozen, `${texts.date(run.frozenAt.toISOString())} · ${run.payRunId}`],
  ]);
  drawWork(page, texts);
  // What follows the lines is measured first: the lines get the rest of the page.
  const notes = texts.flags();
  const method = texts.method();
  const byHand = texts.byHand();
  const room = page.rowsAbove(method, notes, byHand) - 1;
  const lines = condensed(statement.lines, Math.max(LEAST_LINES, room));
  const isCondensed = lines.some(({ count }) => count > 1);
  page.table(
    texts.headings(),
    lines.map((line) => texts.line(line)),
  );
  if (isCondensed) page.remark(words.condensed);
  page.sum(words.gross, texts.paid(statement.gross));
  if (byHand.length > 0) page.section(words.byHand, byHand);
  page.section(words.method, method);
  if (notes.length > 0) page.section(words.notes, notes);
}

function drawWork(page: StatementPage, texts: StatementTexts): void {
  const { words, number, paid } = texts;
  const { hours, regularRate } = texts.pay.statement;
  const kinds = ['piece', 'hourly', 'nonproductive', 'rest', 'total', 'overtime'] as const;
  page.boxes([
    ...kinds.map((kind): [string, string] => [words.hours[kind], `${number(hours[kind])} h`]),
    [words.units, texts.units()],
    [words.regularRate, regularRate === null ? '–' : paid(regularRate)],
  ]);
}
