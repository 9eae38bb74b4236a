import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { type MediaFile, MediaFiles } from '@furrow/platform';
import type { Response } from 'express';
import { MediaNotFound } from '../errors/refusals.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';

/** Photos, audio and signatures on the disk of this machine. The link is the credential: it names one and expires. */
@Controller('media')
export class MediaController {
  constructor(private readonly files: MediaFiles) {}

  /** The medium itself, whole or in ranges: players of audio ask for those. */
  @Get(':companyId/:name')
  @Does(
    'A photo, recording or signature',
    'At a URL that another answer holds; the signature in it is the credential.',
  )
  @Answers(200, 'The medium, as what it is')
  @Refuses('forbidden', 'media_not_found')
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
    // A page of another origin may show it: whoever has the link may see it.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  return new Promise((resolve, reject) => {
    // A folder of dots, as FURROW_HOME is by default, is none that hides something.
    response.sendFile(
      key,
      { root: folder, headers, cacheControl: false, dotfiles: 'allow' },
      (error?: Error) => {
        // Once begun it can only break off, as it does for a client that went away.
        if (error === undefined || response.headersSent) resolve();
        else reject(isMissing(error) ? new MediaNotFound() : error);
      },
    );
  });
}

function isMissing(error: Error): boolean {
  return (error as { status?: number }).status === 404;
}
