import { newId } from '@furrow/kernel';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ObservedFeed, PhytosanitaryQueries, Span } from '../../application/ports.ts';
import { summaryOf } from '../../domain/index.ts';
import type { FarmOfScouts } from '../in-memory-phytosanitary.ts';
import { aResponse, aScoutedRecord, type ScoutedRecord } from '../scouting.ts';

/** A company with two projects: the first has two sectors, the second one. */
export interface ScoutedFarm extends FarmOfScouts {
  readonly companyId: string;
  readonly author: { readonly userId: string; readonly idpId: string; readonly name: string };
  readonly queries: PhytosanitaryQueries;
  keep(record: ScoutedRecord): Promise<void>;
  /** Waits until stored records are visible to the feed, that is until earlier transactions have ended. */
  settled(): Promise<void>;
}

const DAY: Span = { from: new Date('2026-03-10T03:00:00Z'), before: new Date('2026-03-11T03:00:00Z') };
const EVER: Span = { from: new Date('2000-01-01T00:00:00Z'), before: new Date('2100-01-01T00:00:00Z') };
const ANYWHERE = { projectId: null, sectorId: null };

/** What all queries of observations must do. `open` returns a farm without observations. */
export function describePhytosanitaryQueries(open: () => Promise<ScoutedFarm>): void {
  describe('the queries of observations', () => {
    let farm: ScoutedFarm;
    beforeAll(async () => {
      farm = await open();
    });

    const at = (index: number) => {
      const { projectId, sectorId } = farm.sectors[index]!;
      return { projectId, sectorId };
    };
    const keep = async (
      responses: Parameters<typeof aScoutedRecord>[0],
      over: Parameters<typeof aScoutedRecord>[1] = {},
    ) => {
      const record = aScoutedRecord(responses, { author: farm.author, ...over });
      await farm.keep(record);
      return record.source.recordId;
    };
    const listed = async (span: Span, companyId = farm.companyId) => {
      const records: { record_id: string }[] = [];
      await farm.queries.run(companyId, (query) =>
        query.records(span, async (batch) => {
          records.push(...batch.map((text) => JSON.parse(text) as { record_id: string }));
        }),
      );
      return records;
    };
    const follow = async (
      from: string | null,
      over: Partial<ObservedFeed> = {},
      companyId = farm.companyId,
    ) => {
      await farm.settled();
      const records: string[] = [];
      for (let cursor = from; ;) {
        const feed = {
          span: { from: null, before: null },
          question: [],
          since: null,
          limit: 100,
          ...over,
          cursor,
        };
        const page = await farm.queries.follow(companyId, feed, async (batch) => {
          records.push(...batch.map((text) => (JSON.parse(text) as { record_id: string }).record_id));
        });
        cursor = page.nextCursor;
        if (!page.hasMore) return { records, cursor };
      }
    };
    const summary = (span: Span, filter: { projectId: string | null; sectorId: string | null } = ANYWHERE) =>
      farm.queries.run(farm.companyId, async (query) => summaryOf(await query.tallies(span, filter)));

    it('know the company’s projects and sectors and refuse others', async () => {
      const [project, sector] = [farm.projects[0]!, farm.sectors[0]!];
      await farm.queries.run(farm.companyId, async (query) => {
        const { projectId, timezone } = project;
        expect(await query.project(projectId)).toMatchObject({ projectId, timezone });
        expect(await query.project(projectId.toUpperCase())).toMatchObject({ projectId });
        expect(await query.sector(sector.sectorId)).toEqual({ sectorId: sector.sectorId, projectId });
        for (const stranger of [newId(), 'north', '']) {
          expect(await query.project(stranger)).toBeUndefined();
          expect(await query.sector(stranger)).toBeUndefined();
        }
        const { own, ofProjects } = await query.zones();
        expect({ own, ofProjects: ofProjects.toSorted() }).toEqual({
          own: farm.zone,
          ofProjects: farm.projects.map((each) => each.timezone).toSorted(),
        });
      });
    });

    it('are empty where nothing was observed', async () => {
      const none = { from: DAY.before, before: DAY.before };
      expect(await listed(none)).toEqual([]);
      expect(await summary(none)).toEqual({ totalRecords: 0, sectors: [], projects: [] });
    });

    it('return complete records, ordered by time and id', async () => {
      const late = await keep([aResponse('Moth', 0.1)], {
        ...at(0),
        recordedAt: new Date(DAY.before.getTime() - 1),
        createdAt: new Date('2026-03-12T09:00:00.123Z'),
        gps: { latitude: -33.45, longitude: -70.6667 },
      });
      const early = await keep(
        [aResponse('Moth', 2.5, 12.5), aResponse('Rust', null, null, { type: 'diseases' })],
        {
          recordedAt: DAY.from,
        },
      );
      const twins = [await keep([aResponse('Moth', 0)]), await keep([aResponse('Moth', null)])];
      await keep([aResponse('Moth', 1)], { recordedAt: new Date(DAY.from.getTime() - 1) });
      await keep([aResponse('Moth', 1)], { recordedAt: DAY.before });

      const records = await listed(DAY);
      expect(records.map(({ record_id }) => record_id)).toEqual([early, ...twins.toSorted(), late]);
      const [project, sector] = [farm.projects[0]!, farm.sectors[0]!];
      expect(records[3]).toEqual({
        ...{
          record_id: late,
          created_at: '2026-03-12T09:00:00.123Z',
          record_time: '2026-03-11T02:59:59.999Z',
        },
        ...{ user_id: farm.author.idpId, user_name: farm.author.name },
        ...{ projectId: project.projectId, project_name: project.name },
        ...{
          sectorId: sector.sectorId,
          sector_name: sector.name,
          crop: sector.crop,
          variety: sector.variety,
        },
        ...{ latitude: -33.45, longitude: -70.6667 },
        responses: [
          {
            ...{ response_id: expect.stringMatching(/\S/), variable_name: 'moth', variable_type: 'pests' },
            ...{ name: 'Moth', value_number: 0.1, severity: null },
          },
        ],
      });
      expect(records[0]).toMatchObject({
        ...{
          projectId: null,
          project_name: null,
          sectorId: null,
          sector_name: null,
          crop: null,
          variety: null,
        },
        ...{ latitude: null, longitude: null },
        responses: [
          { name: 'Moth', value_number: 2.5, severity: 12.5 },
          { name: 'Rust', variable_type: 'diseases', value_number: null, severity: null },
        ],
      });
    });

    it('sum up what is in the range and scope', async () => {
      const { from } = EVER;
      const span = { from, before: new Date(from.getTime() + 86_400_000) };
      const noon = { recordedAt: from };
      await keep([aResponse('Moth', 4, 50), aResponse('Rust', null, 90)], { ...at(0), ...noon });
      await keep([aResponse('Moth', 0), aResponse('Rust', 1, 10)], { ...at(0), ...noon });
      await keep([aResponse('Moth', 0), aResponse('Moth', 2, 5, { variable: 'again' })], {
        ...at(1),
        ...noon,
      });
      await keep([aResponse('Moth', null)], { ...at(2), ...noon });
      await keep([aResponse('Moth', 7)], noon);
      await keep([aResponse('Moth', 7)], { ...at(0), recordedAt: span.before });

      const figures = (incidence: number, severity: number) => ({ incidence, severity });
      const plain = { eppoCode: null, aboveThreshold: null };
      const [first, second] = [0, 1].map((index) => farm.sectors[index]!);
      const ofFirst = {
        ...{ sectorId: first!.sectorId, name: first!.name, ...figures(100, 30) },
        pests: [
          { name: 'Moth', ...figures(50, 50), ...plain },
          { name: 'Rust', ...figures(100, 10), ...plain },
        ],
      };
      const whole = await summary(span);
      expect(whole.totalRecords).toBe(5);
      expect(whole.sectors).toContainEqual(ofFirst);
      expect(whole.sectors).toContainEqual({
        ...{ sectorId: second!.sectorId, name: second!.name, ...figures(100, 5) },
        pests: [{ name: 'Moth', ...figures(100, 5), ...plain }],
      });
      expect(whole.sectors).toHaveLength(3);
      expect(whole.projects.map(({ projectId }) => projectId).toSorted()).toEqual(
        farm.projects.map(({ projectId }) => projectId).toSorted(),
      );

      const { projectId, sectorId } = at(0);
      const ofProject = await summary(span, { projectId, sectorId: null });
      expect(ofProject).toMatchObject({
        totalRecords: 3,
        projects: [{ projectId, name: farm.projects[0]!.name }],
      });
      expect(ofProject.sectors).toHaveLength(2);
      expect(await summary(span, { projectId, sectorId })).toMatchObject({
        totalRecords: 2,
        sectors: [ofFirst],
      });
    });

    it('are followed page by page, from where the last page ended', async () => {
      const kept = [await keep([aResponse('Moth', 1)]), await keep([aResponse('Moth', 2)], at(0))];
      const first = await follow(null, { limit: 1 });
      expect(first.records).toEqual(expect.arrayContaining(kept));
      expect(new Set(first.records).size).toBe(first.records.length);
      expect((await follow(first.cursor)).records).toEqual([]);
      const next = await keep([aResponse('Moth', 3)]);
      expect((await follow(first.cursor)).records).toEqual([next]);

      const recordedAt = new Date('2031-01-01T00:00:00Z');
      const late = await keep([aResponse('Moth', 4)], { recordedAt });
      const spanned = async (from: Date | null, before: Date | null) =>
        (await follow(null, { span: { from, before } })).records;
      expect(await spanned(recordedAt, null)).toEqual([late]);
      expect(await spanned(null, recordedAt)).not.toContain(late);
    });

    it('separate companies', async () => {
      expect((await follow(null, {}, (await open()).companyId)).records).toEqual([]);
      expect(await listed(EVER, (await open()).companyId)).toEqual([]);
    });
  });
}
