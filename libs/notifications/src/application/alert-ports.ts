import type { Page, PageRequest } from '@furrow/kernel';
import type { Transactions } from '@furrow/kernel/transactions';
import type {
  Alert,
  AlertChange,
  AlertProgress,
  AlertStateName,
  AlertTarget,
  DeviceReading,
} from '../domain/index.ts';

/** The state of a rule for one device. */
export interface DeviceAlertState {
  readonly deviceId: string;
  readonly state: AlertStateName;
  readonly since: Date;
  /** Whether changes before this state were left out, because there were too many. */
  readonly flapped: boolean;
  /** When a device whose evaluation failed repeatedly is evaluated again; null if it is not set aside. */
  readonly setAsideUntil: Date | null;
}

export interface AlertView {
  readonly alert: Alert;
  /** The number of its devices in each state. */
  readonly counts: Readonly<Record<AlertStateName, number>>;
  readonly setAside: number;
  /** The first 25, the most severe states first, then by deviceId. */
  readonly devices: readonly DeviceAlertState[];
}

/** By key, or the most severe state first. */
export type AlertOrder = 'key' | 'state';

/** A change of a rule's state for one device, as it was found. */
export interface AlertChangeItem {
  /** Ascending in the order in which changes are found. */
  readonly changeId: string;
  readonly key: string;
  /** Null if the rule is deleted. */
  readonly name: string | null;
  readonly deviceId: string;
  readonly state: AlertStateName;
  /** By the instants of the readings. */
  readonly at: Date;
  /** Whether it ends what was raised. */
  readonly clears: boolean;
  /** The number of changes before this one that were left out, because there were too many. */
  readonly leftOut: number;
}

/** The alert rules of one company, within one transaction. */
export abstract class AlertRepository {
  /** Active ones. */
  abstract page(request: PageRequest, order: AlertOrder): Promise<Page<AlertView>>;
  /** @returns undefined if there is no active rule with this key */
  abstract view(key: string): Promise<AlertView | undefined>;
  /** The devices that a rule watches, the most severe states first, then by deviceId. */
  abstract devices(key: string, request: PageRequest): Promise<Page<DeviceAlertState>>;
  /** Of the last 30 days, latest found first; only those found before the change `before`. */
  abstract changes(before: string | undefined, limit: number): Promise<AlertChangeItem[]>;
  /** No other transaction saves rules of the company until this one ends. */
  abstract lock(): Promise<void>;
  /** Of all active rules. */
  abstract targets(): Promise<AlertTarget[]>;
  /** Locked until the transaction ends, including inactive ones. */
  abstract find(key: string): Promise<{ readonly alert: Alert; readonly active: boolean } | undefined>;
  abstract save(alert: Alert): Promise<void>;
  /** It starts to evaluate the readings of these devices. */
  abstract watch(alert: Alert, deviceIds: readonly string[]): Promise<void>;
  /** Clears what it has raised, and stops watching. */
  abstract reset(key: string, now: Date): Promise<void>;
  abstract remove(key: string): Promise<void>;
  /** Deactivates rules that the farm file, which lists all of them, leaves out, until they are declared again. */
  abstract deactivateAllBut(keys: readonly string[], now: Date): Promise<void>;
  /** Deactivates a rule until it is declared again. */
  abstract deactivate(key: string, now: Date): Promise<void>;
}

/** The projects and devices that rules refer to, within the same transaction. */
export abstract class WatchedFarm {
  /** By key or id. */
  abstract projectId(project: string): Promise<string | undefined>;
  /** Keys of projects in the farm file, by id. */
  abstract projectKeys(): Promise<ReadonlyMap<string, string>>;
  /** Ids of the active devices of the project. */
  abstract devices(projectId: string): Promise<readonly string[]>;
}

export interface AlertRepositories {
  readonly alerts: AlertRepository;
  readonly farm: WatchedFarm;
}

/** Of one company. */
export type AlertTransactions = Transactions<AlertRepositories>;

/** A rule and a device with new readings. */
export interface DueAlert {
  readonly companyId: string;
  readonly deviceId: string;
  readonly alert: Alert;
  readonly progress: AlertProgress;
  /** In order of their instants, after the last one evaluated. */
  readonly readings: readonly DeviceReading[];
  /** Whether these are all stored readings. */
  readonly isAll: boolean;
}

export interface EvaluatedAlert {
  readonly due: DueAlert;
  readonly progress: AlertProgress;
  readonly changes: readonly (AlertChange & { readonly clears: boolean })[];
  /** The number of changes left out before the last one. */
  readonly leftOut: number;
  readonly dueAt: number | null;
}

/** A device that has new readings, or whose state silence may have changed. */
export interface DueDevice {
  readonly companyId: string;
  readonly deviceId: string;
  /** Its first rule is evaluated up to here. */
  readonly through: Date;
  /** The number of rules that watch it. */
  readonly rules: number;
  /** The number of attempts in a row that failed, or ended their process. */
  readonly failures: number;
}

export type DeviceKey = Pick<DueDevice, 'companyId' | 'deviceId'>;

/** An attempt to evaluate a device, which counts as failed until its results are stored. */
export interface AlertAttempt extends DeviceKey {
  /** In a row, with this one. */
  readonly attempts: number;
  /** When the next one is made if this one fails; null: at once. */
  readonly retryAt: Date | null;
}

/** A part of the work: the next readings of some devices. */
export interface AlertSlice {
  readonly devices: readonly DueDevice[];
  /** At most this many rules, over all devices. */
  readonly rules: number;
  /** At most this many readings of each device. */
  readonly readings: number;
}

/** The rules of all companies, on which one process works at a time. */
export abstract class AlertQueue {
  /**
   * Looks at the next watched devices in order of company and device, at a bounded number of them. Devices that are set
   * aside are left out until their next attempt.
   *
   * @returns those with something to evaluate, and where to continue, if there may be more
   */
  abstract look(
    now: Date,
    after: DeviceKey | undefined,
  ): Promise<{ readonly due: readonly DueDevice[]; readonly next: DeviceKey | undefined }>;
  /** Records attempts before they are made, so that one that ends the process counts as well. */
  abstract begin(attempts: readonly AlertAttempt[], now: Date): Promise<void>;
  /**
   * Evaluates a slice, and stores its results and the success of its attempts in one transaction.
   *
   * @param evaluateAll pure
   * @returns the devices that have more; undefined if another process is working
   */
  abstract work(
    slice: AlertSlice,
    now: Date,
    evaluateAll: (due: readonly DueAlert[]) => readonly EvaluatedAlert[],
  ): Promise<readonly DueDevice[] | undefined>;
  /** Deletes changes that were before an instant. @returns how many, bounded per call */
  abstract sweep(before: Date): Promise<number>;
}

/** Which devices rules watch, when devices are added, moved and revoked. */
export abstract class AlertEnrolment {
  /** The next companies with rules, in order of their ids. */
  abstract companies(after: string | undefined, limit: number): Promise<readonly string[]>;
  /**
   * Updates the progress of the next devices of these companies, of a bounded number of them.
   * @returns where to continue, if there may be more
   */
  abstract enrol(
    companyIds: readonly string[],
    now: Date,
    after: DeviceKey | undefined,
  ): Promise<DeviceKey | undefined>;
  /** Forgets failed attempts of devices that no rule watches any more. */
  abstract forget(): Promise<void>;
}
