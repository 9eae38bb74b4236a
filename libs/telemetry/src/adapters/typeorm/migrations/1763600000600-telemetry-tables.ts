import { tenantTable } from '@furrow/database';
import type { QueryRunner } from 'typeorm';

export class TelemetryTables1763600000600 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA telemetry;
      GRANT USAGE ON SCHEMA telemetry TO furrow_tenant, furrow_system;

      -- Which devices have sent what about which place. Written once for each, in the transaction of its first
      -- reading: it holds the foreign keys of all its readings, and tells a series which devices to look at.
      CREATE TABLE telemetry.sources (
        company_id uuid NOT NULL,
        device_id text COLLATE "C" NOT NULL,
        kind text NOT NULL CHECK (kind IN ('weather', 'plant', 'irrigation')),
        project_id uuid NOT NULL,
        sector_id uuid,
        -- A key holds no null.
        sector_slot uuid NOT NULL GENERATED ALWAYS AS (coalesce(sector_id, '00000000-0000-0000-0000-000000000000')) STORED,
        PRIMARY KEY (company_id, kind, project_id, device_id, sector_slot),
        FOREIGN KEY (company_id, device_id) REFERENCES access.devices (company_id, device_id),
        FOREIGN KEY (company_id, project_id) REFERENCES agronomy.projects (company_id, project_id),
        FOREIGN KEY (company_id, project_id, sector_id)
          REFERENCES agronomy.sectors (company_id, project_id, sector_id)
      );

      -- No index beside the key: readings come by the hundred thousand a second, and sources find them.
      CREATE TABLE telemetry.weather (
        company_id uuid NOT NULL,
        project_id uuid NOT NULL,
        sector_id uuid,
        ts timestamptz NOT NULL,
        te float8,
        hr float8,
        wind float8,
        device_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (company_id, device_id, ts)
      ) PARTITION BY RANGE (ts);

      CREATE TABLE telemetry.plant (
        company_id uuid NOT NULL,
        project_id uuid NOT NULL,
        sector_id uuid,
        sector_slot uuid NOT NULL GENERATED ALWAYS AS (coalesce(sector_id, '00000000-0000-0000-0000-000000000000')) STORED,
        ts timestamptz NOT NULL,
        value float8 NOT NULL,
        device_id text COLLATE "C" NOT NULL,
        kpi text COLLATE "C" NOT NULL,
        PRIMARY KEY (company_id, device_id, ts, kpi, sector_slot)
      ) PARTITION BY RANGE (ts);

      CREATE TABLE telemetry.irrigation (
        company_id uuid NOT NULL,
        project_id uuid NOT NULL,
        sector_id uuid,
        started_at timestamptz NOT NULL,
        ended_at timestamptz CHECK (ended_at >= started_at),
        volume float8 CHECK (volume >= 0),
        device_id text COLLATE "C" NOT NULL,
        event_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (company_id, device_id, event_id)
      );
      CREATE INDEX irrigation_by_start ON telemetry.irrigation (company_id, project_id, started_at);

      -- Whose wish it was, and whether the broker has it.
      CREATE TABLE telemetry.commands (
        company_id uuid NOT NULL,
        command_id uuid NOT NULL,
        device_id text NOT NULL,
        name text NOT NULL,
        payload json NOT NULL,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL,
        delivered_at timestamptz,
        PRIMARY KEY (company_id, command_id),
        CONSTRAINT commands_device FOREIGN KEY (company_id, device_id) REFERENCES access.devices (company_id, device_id),
        FOREIGN KEY (company_id, created_by) REFERENCES access.users (company_id, user_id)
      );
      CREATE INDEX pending_commands ON telemetry.commands (company_id, device_id, command_id)
        WHERE delivered_at IS NULL;

      ${tenantTable('telemetry.sources', { tenant: 'SELECT', system: 'SELECT, INSERT' })}
      ${tenantTable('telemetry.weather', { tenant: 'SELECT', system: 'SELECT, INSERT' })}
      ${tenantTable('telemetry.plant', { tenant: 'SELECT', system: 'SELECT, INSERT' })}
      ${tenantTable('telemetry.irrigation', {
        tenant: 'SELECT',
        system: 'SELECT, INSERT, UPDATE (ended_at, volume)',
      })}
      ${tenantTable('telemetry.commands', {
        tenant: 'SELECT, INSERT',
        system: 'SELECT, UPDATE (delivered_at)',
      })}
    `);
  }
}
