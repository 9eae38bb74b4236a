import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from './furrow.ts';

const PAGE_SIZE = 100;
/** More workers than a crew: of a company with more, the newest ones have their photos. */
const MOST_PAGES = 5;
const NONE: ReadonlyMap<string, string> = new Map();

/** Links to the photos of workers, by worker. They are signed and change with each answer, so one answer is used for long. */
export function usePhotos(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['photos'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const photos = new Map<string, string>();
      for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page++) {
        const query = { page, pageSize: PAGE_SIZE };
        const answer = await bodyOf(furrow.GET('/api/control/workers', { params: { query }, signal }));
        for (const { id, photo_url } of answer.data) if (photo_url !== null) photos.set(id, photo_url);
        if ('totalPages' in answer.meta) pages = answer.meta.totalPages;
      }
      return photos;
    },
    structuralSharing: false,
    staleTime: 10 * 60_000,
  });
  return data ?? NONE;
}
