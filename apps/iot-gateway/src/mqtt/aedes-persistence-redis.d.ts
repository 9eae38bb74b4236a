declare module 'aedes-persistence-redis' {
  import type { Redis } from 'ioredis';

  export default function redisPersistence(options: { readonly conn: Redis }): object;
}
