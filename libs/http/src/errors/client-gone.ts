/** The client hung up, or reads so slowly that its transaction would stand for ever. */
export class ClientGone extends Error {
  constructor() {
    super('The client no longer reads its answer');
    this.name = 'ClientGone';
  }
}
