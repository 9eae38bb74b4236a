import type { Stage } from '../stage/stage.ts';
import type { Child, MqttTarget } from '@furrow/testbed/load';

/** Readings start at `firstTs` (epoch milliseconds) and lie a second apart within a device. */
export type MqttOrder =
  | {
      readonly what: 'saturate';
      readonly targets: readonly MqttTarget[];
      /** Unacknowledged messages per device. */
      readonly window: number;
      readonly messagesEach: number;
      readonly firstTs: number;
      /** How many of the devices send rain, radiation, light and wetness too; none if omitted. */
      readonly whole?: number;
    }
  | {
      readonly what: 'pace';
      readonly targets: readonly MqttTarget[];
      /** Messages per second, over all devices. */
      readonly rate: number;
      readonly seconds: number;
      readonly firstTs: number;
    }
  /** Opens connections and leaves them open until the process ends. */
  | { readonly what: 'hold'; readonly targets: readonly MqttTarget[] };

export interface MqttResult {
  /** From the first message to the last acknowledgement. */
  readonly seconds: number;
  /** Milliseconds from when a message was due until it was acknowledged; 0 unless paced. */
  readonly p50: number;
  readonly p99: number;
}

export type MqttLoad = Child<MqttOrder, MqttResult>;

export function startMqttLoad(stage: Stage): MqttLoad {
  return stage.start<MqttOrder, MqttResult>('The MQTT load', 'load/mqtt-load-process');
}
