import { BackgroundJobs } from '@furrow/jobs';
import { Injectable } from '@nestjs/common';
import { NoteDueRests } from '../../application/note-due-rests.ts';

const SHORTEST_MS = 15_000;
const LONGEST_MS = 60_000;

/** Notes the rests that are due, in the background. */
@Injectable()
export class RestJob {
  constructor(rests: NoteDueRests, jobs: BackgroundJobs) {
    jobs.add({
      name: 'due rests',
      everyMs: SHORTEST_MS,
      longestMs: LONGEST_MS,
      run: () => rests.execute(),
    });
  }
}
