import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import type { PayStatement } from '../../application/get-pay-statement.ts';
import type { Flag, PayRunId, LineView } from '../../domain/index.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { statementPdf } from './statement-pdf.ts';
import type { Language } from './statement-words.ts';

const RUN = '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e12' as PayRunId;
const BEFORE = '0199c6a4-7d3b-7c52-9f0e-2b8a4d6c1e99';
const dayOf = (index: number) =>
  new Date(Date.UTC(2026, 0, 12 + index)).toISOString().slice(0, 10) as LocalDate;

function aLine(over: Partial<LineView>): LineView {
  return {
    ...{ kind: 'piece', day: dayOf(0), sessionId: 's', shiftId: null, quantity: 491, unit: 'kg' },
    ...{ rate: 1, amount: 491, payRunId: null },
    ...over,
  };
}

/** 29 CFR 778.111(a), with a correction of the week before. */
function aStatement({
  lines,
  flags = [],
  name = 'Ana María Ñúñez López',
}: {
  readonly lines?: readonly LineView[];
  readonly flags?: readonly Flag[];
  readonly name?: string;
} = {}): PayStatement {
  const days = { from: dayOf(0), to: dayOf(6) };
  return {
    run: {
      ...{ payRunId: RUN, ...days, projectId: null, createdAt: new Date(0) },
      ...{ frozenAt: null, acknowledged: [], result: null },
    },
    ...{ companyName: 'Fundo Peñalolén', projectName: null, currency: 'USD', flags },
    policy: {
      ...{ validFrom: dayOf(0), hourlyRate: '12.5', minimumWage: { amount: '10', per: 'hour' } },
      ...{ minimumWageBasis: 'workweek', nonproductiveRate: '8', restBreaks: 'average' },
      ...{ overtime: { weeklyHours: '40', dailyHours: '9', premium: '0.5' } },
      ...{ workweekStartsOn: 'monday', fixedBonus: 'equal', group: null, tiers: [] },
    },
    corrected: new Map([[BEFORE, { from: dayOf(-7), to: dayOf(-1) }]]),
    statement: {
      ...{ workerId: 'w', worker_id: 'AML0315', worker_name: name },
      lines: lines ?? [
        aLine({}),
        aLine({ kind: 'nonproductive', quantity: 4, unit: 'h', rate: 8, amount: 32 }),
        aLine({ kind: 'overtime', quantity: 10, unit: 'h', rate: 5.23, amount: 52.3 }),
        aLine({
          kind: 'adjustment',
          day: null,
          quantity: null,
          unit: null,
          rate: null,
          amount: -1200.5,
          payRunId: BEFORE,
        }),
      ],
      hours: { piece: 46, hourly: 0, nonproductive: 4, rest: 0.833333, total: 50, overtime: 10 },
      ...{ units: 491, regularRate: 10.46, gross: 575.3 },
    },
  };
}

async function opened(statement: PayStatement, language: Language = 'en') {
  const pdf = await statementPdf(statement, language);
  // Its fonts are embedded.
  const document = await getDocument({ data: new Uint8Array(pdf), disableFontFace: true, verbosity: 0 })
    .promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const text = items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ');
  return { pdf, text, page, pages: document.numPages };
}

/** The share of the rendered page that is drawn on, and whether its margins are. */
async function seen({ page }: Awaited<ReturnType<typeof opened>>) {
  const viewport = page.getViewport({ scale: 1 });
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  const { data } = context.getImageData(0, 0, width, height);
  let [inked, inMargins] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((data[4 * (y * width + x)] ?? 255) > 200) continue;
      inked++;
      if (x < 36 || x > width - 36 || y < 36 || y > height - 36) inMargins++;
    }
  return { share: inked / (width * height), inMargins };
}

describe('a statement as PDF', () => {
  it('shows hours, rests, units, rates, method, sums and flags in English', async () => {
    const flags = [
      { code: 'hours_missing', workerId: 'w', day: dayOf(1) },
      { code: 'outside_shift', workerId: 'w', sessionId: 's', day: dayOf(0) },
    ] as const;
    const { text, pages, pdf } = await opened(aStatement({ flags }));
    expect(pages).toBe(1);
    for (const expected of [
      ...['Pay statement', 'DRAFT', 'Fundo Peñalolén', 'Ana María Ñúñez López (AML0315)'],
      ...['Jan 12, 2026 to Jan 18, 2026', 'Pieces 491 kg 1.00 491.00', '4 h 8.00 32.00'],
      ...['Overtime premium 10 h 5.23 52.30', 'Correction of Jan 5, 2026 to Jan 11, 2026 -1,200.50'],
      ...['491 kg', 'Rate (USD) Amount (USD)', '0.833333 h', '10.46 USD', 'Gross pay 575.30 USD'],
      ...['paid at 12.50 USD per hour', 'Minimum wage: 10.00 USD per hour', 'are shown at its first day'],
      ...['Overtime beyond 40 h a workweek or 9 h a day'],
      ...['hours are missing: Jan 13, 2026', 'Units recorded outside of any piece shift'],
    ])
      expect(text).toContain(expected);
    expect(pdf.includes('/FontFile2')).toBe(true);
  });

  it('shows them in Spanish, with accents and Spanish number format', async () => {
    const flags = [{ code: 'hours_missing', workerId: 'w', day: dayOf(1) }] as const;
    const { text } = await opened(aStatement({ flags }), 'es');
    for (const expected of [
      ...['Comprobante de pago', 'BORRADOR', '12 ene 2026 al 18 ene 2026', 'Destajo 491 kg 1,00 491,00'],
      ...['Horas no productivas 4 h 8,00 32,00', 'Corrección del 5 ene 2026', 'Pago bruto 575,30 USD'],
      ...['Tarifa (USD) Importe (USD)', 'Salario mínimo: 10,00 USD por hora', '10,46 USD'],
      ...['Cómo se calcula', 'La semana laboral comienza el lunes', 'faltan horas: 13 ene 2026'],
    ])
      expect(text).toContain(expected);
  });

  it('shows each quantity with its unit', async () => {
    const lines = [
      aLine({ kind: 'bonus', quantity: 98.2, unit: '%', rate: 0.05, amount: 4.91 }),
      aLine({ kind: 'bonus', quantity: 0.5, unit: null, rate: 24, amount: 12 }),
      aLine({ kind: 'top_up', quantity: 5, unit: 'd', rate: 57.82, amount: 29.1 }),
    ];
    const { text } = await opened(aStatement({ lines }));
    for (const expected of ['98.2 USD 5 % 4.91', '0.5 share 24.00 12.00', '5 days 57.82 29.10'])
      expect(text).toContain(expected);
    expect((await opened(aStatement({ lines }), 'es')).text).toContain('5 días 57,82 29,10');
  });

  it('shows containers, tiers and manual lines of an ordinary week line by line', async () => {
    const tier = { unit: 'kg', per: 'day' as const, from: '60', premium: '0.1' };
    const kinds = [0, 1, 2, 3, 4, 5].flatMap((index) => {
      const of = (over: Partial<LineView>) => aLine({ day: dayOf(index), ...over });
      return [
        of({ quantity: 389.4, rate: 0.46, amount: 179.12, containers: [{ name: 'Crate', count: 11 }] }),
        of({ quantity: 35, rate: 0.31, amount: 10.85, containers: [{ name: 'Tray', count: 1 }] }),
        of({ kind: 'tier', sessionId: null, quantity: 8, rate: 0.1, amount: 0.8 }),
        ...(index < 5 ? [of({ kind: 'top_up', sessionId: null, quantity: 8, unit: 'h', amount: 3 })] : []),
      ];
    });
    const manual = { payLineId: 'l', reason: 'Own vehicle', createdBy: 'clara', createdAt: dayOf(5) };
    const statement = aStatement({
      lines: [
        ...kinds,
        aLine({ kind: 'manual', quantity: null, unit: null, rate: null, amount: 25, manual }),
      ],
    });
    const policy = { ...statement.policy!, group: 'h2a', tiers: [tier] };
    const { text, pages } = await opened({ ...statement, policy });
    expect(pages).toBe(1);
    expect(text).not.toContain('so that all fits on this page');
    for (const expected of [
      ...['Pieces, 11 × Crate 389.4 kg 0.46 179.12', 'Pieces, 1 × Tray 35 kg 0.31 10.85'],
      ...['Premium above a number of units 8 kg 0.10 0.80', 'Own vehicle (clara, Jan 17, 2026)'],
      'Above 60 kg a day: 0.10 USD more for each',
    ])
      expect(text).toContain(expected);
    const few = { ...statement, statement: { ...statement.statement, lines: Array(9).fill(kinds).flat() } };
    expect((await opened(few)).text).toContain('(9 lines), 99 × Crate');
  });

  it('shows which pieces were shared, also where lines are summed', async () => {
    const lines = [aLine({ shared: 120.5 }), aLine({ day: dayOf(1), shared: 0.25 })];
    const { text } = await opened(aStatement({ lines }));
    expect(text).toContain('Pieces, 120.5 of them shared 491 kg');
    expect((await opened(aStatement({ lines }), 'es')).text).toContain('Destajo, 0,25 de ellas compartidas');
    const many = Array.from({ length: 200 }, (_, at) => aLine({ day: dayOf(at % 62), shared: 0.1 }));
    const { text: summed } = await opened(aStatement({ lines: many }));
    expect(summed).toContain('Pieces (200 lines), 20 of them shared');
  });

  it('always fits on one page, within its margins', async () => {
    const codes = [
      'session_open',
      'shift_running',
      'no_price',
      'no_currency',
      'hours_missing',
      'outside_shift',
    ];
    const many = Array.from({ length: 400 }, (_, at) =>
      aLine({ day: dayOf(at % 62), amount: 1.25, quantity: 1.25, kind: at % 2 ? 'piece' : 'bonus' }),
    );
    const full = aStatement({
      lines: many,
      flags: codes.flatMap((code) => many.map((_, at) => ({ code, day: dayOf(at % 62) }) as Flag)),
      name: 'Maximiliana Wenceslada '.repeat(12),
    });
    for (const statement of [full, aStatement()]) {
      const page = await opened(statement);
      expect(page.pages).toBe(1);
      const { share, inMargins } = await seen(page);
      expect(share).toBeGreaterThan(0.01);
      expect(inMargins).toBe(0);
    }
    const { text } = await opened(full);
    expect(text).toContain('Pieces (200 lines) 250 kg 1.00 250.00');
    expect(text).toContain('so that all fits on this page');
  });
});
