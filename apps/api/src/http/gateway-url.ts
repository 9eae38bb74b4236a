import type { Config } from '@furrow/config';

/** The address of the IoT gateway, for devices. */
export const gatewayUrl = ({ iot }: Config): string => iot.publicUrl ?? `http://${iot.host}:${iot.port}`;
