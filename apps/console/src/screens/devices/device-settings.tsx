import { useLingui } from '@lingui/react/macro';
import { QrCode } from '../../parts/qr-code.tsx';
import { Secret } from '../../parts/secret.tsx';
import { useDevices } from './device-query.ts';
import { settingsOf } from './settings-of-device.ts';

interface Props {
  readonly deviceId: string;
  readonly secret: string;
}

/** Everything that a device needs to connect, to be copied, printed or scanned while its secret is known. */
export function DeviceSettings({ deviceId, secret }: Props) {
  const { t } = useLingui();
  const { data } = useDevices();
  if (!data) return <Secret value={secret} />;
  const settings = settingsOf({ deviceId, secret }, data.connection);
  const { tokenUrl, mqttUrl, topics } = settings;
  return (
    <>
      <Secret value={secret} />
      <QrCode text={JSON.stringify(settings)} label={t`Settings of ${deviceId}`} />
      <dl className="facts settings">
        <div>
          <dt>{t`Name of the device`}</dt>
          <dd>{deviceId}</dd>
        </div>
        <div>
          <dt>{t`Address for its token`}</dt>
          <dd>{tokenUrl}</dd>
        </div>
        <div>
          <dt>{t`Address for its readings`}</dt>
          <dd>{mqttUrl}</dd>
        </div>
        <div>
          <dt>{t`Topics of its readings`}</dt>
          <dd>{topics.telemetry.join(' ')}</dd>
        </div>
        <div>
          <dt>{t`Other topics`}</dt>
          <dd>{[topics.status, topics.errors, topics.commands].join(' ')}</dd>
        </div>
      </dl>
      <p>{t`The QR code holds all of this as JSON, with the secret.`}</p>
      <p className="answers">
        <button type="button" onClick={() => window.print()}>{t`Print`}</button>
      </p>
    </>
  );
}
