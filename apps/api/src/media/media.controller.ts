import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { MediaFiles } from '@furrow/platform';
import type { Response } from 'express';
import { MediaNotFound } from '../errors/refusals.ts';

/** Photos, audio and signatures on the disk of this machine. The link is the credential: it names one and expires. */
@Controller('media')
export class MediaController {
  constructor(private readonly files: MediaFiles) {}

  /** The medium itself, whole or in ranges: players of audio ask for those. */
  @Get(':companyId/:name')
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
    response.setHeader('Content-Type', file.mimeType);
    response.setHeader('Content-Disposition', 'inline');
    response.setHeader('Cache-Control', `private, max-age=${file.secondsLeft}`);
    // A page of another origin may show it: whoever has the link may see it.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    await sent(response, key, file.folder);
  }
}

function sent(response: Response, key: string, root: string): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(key, { root, cacheControl: false, dotfiles: 'allow' }, (error) => {
      // Once begun it can only break off, as it does for a client that went away.
      if (!error || response.headersSent) resolve();
      else reject(isMissing(error) ? new MediaNotFound() : error);
    });
  });
}

function isMissing(error: Error): boolean {
  return (error as { status?: number }).status === 404;
}
