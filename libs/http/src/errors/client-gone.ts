/** The client disconnected, or reads so slowly that its transaction would stay open indefinitely. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection before the response ended');
    this.name = 'ClientGone';
  }
}
