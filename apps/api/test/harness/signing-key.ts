export { type Claims, SigningKey } from '@furrow/access/testing';
