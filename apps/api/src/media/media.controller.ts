import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiQuery } from '@nestjs/swagger';
import { type MediaFile, MediaFiles } from '@furrow/media';
import type { Response } from 'express';
import { MediaNotFound, PreconditionFailed, RangeNotSatisfiable } from '../errors/api-errors.ts';
import { Answers, AnswersBytes, Does, Refuses } from '../openapi/decorators.ts';

const TYPES = [
  ...['image/jpeg', 'image/png', 'image/webp'],
  ...['audio/mp4', 'audio/ogg', 'audio/webm', 'audio/wav', 'audio/mpeg'],
];
const SIGNED = { description: 'From the link; a missing or different one is refused with 403' };

/**
 * Photos, audio and signatures on the disk of this machine. The signed link is the credential: it names one file and
 * expires.
 */
@Controller('media')
export class MediaController {
  constructor(private readonly files: MediaFiles) {}

  /** The file, whole or in ranges, which audio players request. */
  @Get(':companyId/:name')
  @Does(
    'A photo, recording or signature',
    'At a URL from another response; the signature in it is the credential.',
  )
  @ApiParam({ name: 'companyId', description: 'From the link', schema: { type: 'string' } })
  @ApiParam({ name: 'name', description: 'From the link', schema: { type: 'string' } })
  @ApiQuery({ name: 'expires', required: false, ...SIGNED, schema: { type: 'string', pattern: '^\\d+$' } })
  @ApiQuery({ name: 'signature', required: false, ...SIGNED, schema: { type: 'string' } })
  @ApiHeader({
    ...{ name: 'Range', required: false, description: 'One range of bytes' },
    schema: { type: 'string', examples: ['bytes=0-1023'] },
  })
  @AnswersBytes(200, 'The file, with its own media type', TYPES)
  @AnswersBytes(206, 'The requested range', TYPES)
  @Answers(304, 'The client’s copy is current')
  @Refuses('forbidden', 'media_not_found', 'precondition_failed', 'range_not_satisfiable')
  async open(
    @Param('companyId') companyId: string,
    @Param('name') name: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const key = `${companyId}/${name}`;
    const file = await this.files.open(key, expires, signature);
    if (file === undefined) throw new MediaNotFound();
    await sent(response, key, file);
  }
}

function sent(response: Response, key: string, { folder, mimeType, secondsLeft }: MediaFile): Promise<void> {
  const headers = {
    'Content-Type': mimeType,
    'Content-Disposition': 'inline',
    'Cache-Control': `private, max-age=${secondsLeft}`,
    // Pages of other origins may show it, because the link is the credential.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  return new Promise((resolve, reject) => {
    // Folders with a leading dot, such as the default FURROW_HOME, are not hidden.
    response.sendFile(
      key,
      { root: folder, headers, cacheControl: false, dotfiles: 'allow' },
      (error?: Error) => {
        // Once begun it can only be aborted, as when a client disconnects.
        if (error === undefined || response.headersSent) resolve();
        else {
          response.setHeader('Cache-Control', 'no-store');
          reject(refusalOf(error));
        }
      },
    );
  });
}

function refusalOf(error: Error): Error {
  switch ((error as { status?: number }).status) {
    case 404:
      return new MediaNotFound();
    case 412:
      return new PreconditionFailed();
    case 416:
      return new RangeNotSatisfiable();
    default:
      return error;
  }
}
