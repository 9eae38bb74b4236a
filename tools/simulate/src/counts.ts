/** What all devices have sent so far. */
export class Counts {
  sent = 0;
  acknowledged = 0;
  rejected = 0;
  reconnects = 0;
  connected = 0;
  /** Count of rejected items by reason. */
  readonly reasons = new Map<string, number>();

  reject(code: string): void {
    this.rejected++;
    this.reasons.set(code, (this.reasons.get(code) ?? 0) + 1);
  }
}
