import { Trans, useLingui } from '@lingui/react/macro';
import type { RejectedUplink } from '../../api/types.ts';
import { useCompany } from '../../app/signed-in.ts';
import { type Columns, ListTable } from '../../parts/table/data-table.tsx';
import { Figure } from '../../parts/figure.tsx';
import { When } from '../../parts/when.tsx';
import { useRejectedUplinks } from './device-query.ts';

/** LoRaWAN uplinks of which nothing was stored; nothing at all if there were none. */
export function RejectedUplinks() {
  const { t } = useLingui();
  const { data } = useRejectedUplinks();
  const columns = useRejectedColumns();
  if (!data || data.length === 0) return null;
  return (
    <section className="chosen">
      <h2>{t`LoRaWAN uplinks that were not stored`}</h2>
      <p>
        <Trans>
          Register an unknown device with its devEui, or remove it at the network server. Where nothing was
          usable, the reasons say what the mapping or the formatter lacks.
        </Trans>
      </p>
      <ListTable
        caption={t`LoRaWAN uplinks that were not stored`}
        rows={data}
        columns={columns}
        numeric={['count']}
        idOf={({ devEui, network, code }) => `${devEui} ${network} ${code}`}
      />
    </section>
  );
}

function useRejectedColumns(): Columns<RejectedUplink> {
  const { t } = useLingui();
  const { timezone } = useCompany();
  const networks: Readonly<Record<RejectedUplink['network'], string>> = {
    ttn: 'The Things Stack',
    chirpstack: 'ChirpStack',
  };
  const codes: Readonly<Record<RejectedUplink['code'], string>> = {
    device_unknown: t`Unknown device`,
    uplink_unusable: t`Nothing usable`,
  };
  return [
    {
      ...{ id: 'devEui', header: t`devEui`, value: ({ devEui }) => devEui },
      cell: (row) => (
        <span>
          <code>{row.devEui}</code> {row.deviceId}
        </span>
      ),
    },
    { id: 'network', header: t`Network server`, value: ({ network }) => networks[network] },
    {
      ...{ id: 'code', header: t`Why`, value: ({ code }) => codes[code] },
      cell: (row) => (
        <span>
          {codes[row.code]}
          {row.reasons.map(({ field, message }) => (
            <small key={`${field} ${message}`}>
              <br />
              <code>{field}</code> {message}
            </small>
          ))}
        </span>
      ),
    },
    {
      ...{ id: 'count', header: t`Times`, value: ({ count }) => count },
      cell: (row) => <Figure value={row.count} digits={0} />,
    },
    {
      ...{ id: 'last', header: t`Last`, value: ({ lastAt }) => Date.parse(lastAt) },
      cell: (row) => <When at={row.lastAt} timeZone={timezone} />,
    },
  ];
}
