// How a WebSocket frame begins (RFC 6455, 5.2).

/** All of a binary message in one frame. */
export const BINARY_MESSAGE = 0x82;
/** A length of these values stands in so many bytes behind it; a shorter one is its own. */
export const [LENGTH_IN_2_BYTES, LENGTH_IN_8_BYTES] = [126, 127];
