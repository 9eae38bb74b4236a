/** The client disconnected, or reads so slowly that its transaction would stay open indefinitely. */
export class ClientGone extends Error {
  constructor() {
    super('The client no longer reads its answer');
    this.name = 'ClientGone';
  }
}
