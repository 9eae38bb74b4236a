import { createHmac, timingSafeEqual } from 'node:crypto';
import { Config, SharedSecret } from '@furrow/config';
import { PublicAddress } from '@furrow/media';
import { Injectable } from '@nestjs/common';

const ID_BYTES = 16;
const MAC_BYTES = 16;

/** Whose days a link shows. */
export interface LinkedReceipt {
  readonly companyId: string;
  readonly receiptId: string;
}

/**
 * Signed links to the days of a worker: the ids of company and receipt, and 128 bits of a signature over them, so that a
 * guess is refused without a question to the database.
 */
@Injectable()
export class ReceiptLinks {
  readonly #secret: SharedSecret;

  constructor(
    { home, iot }: Config,
    private readonly address: PublicAddress,
  ) {
    this.#secret = new SharedSecret(home, 'iot-token', iot.tokenKey);
  }

  async urlOf({ companyId, receiptId }: LinkedReceipt): Promise<string> {
    const ids = Buffer.concat([bytesOf(companyId), bytesOf(receiptId)]);
    const token = Buffer.concat([ids, await this.#signature(ids)]);
    return `${this.address.url}/my/${token.toString('base64url')}`;
  }

  /** Undefined if it was not signed here. */
  async open(token: string): Promise<LinkedReceipt | undefined> {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== 2 * ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
    const ids = bytes.subarray(0, 2 * ID_BYTES);
    if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), await this.#signature(ids))) return undefined;
    return { companyId: idOf(ids.subarray(0, ID_BYTES)), receiptId: idOf(ids.subarray(ID_BYTES)) };
  }

  /** With a key of its own, derived from the one by which tokens of devices are signed. */
  async #signature(ids: Buffer): Promise<Buffer> {
    const key = createHmac('sha256', await this.#secret.text())
      .update('furrow receipt links')
      .digest();
    return createHmac('sha256', key).update(ids).digest().subarray(0, MAC_BYTES);
  }
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
