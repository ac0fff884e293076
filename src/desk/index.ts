// Calls that move trades or money. No session loads this: only commands of a person do.
export { createDeskClient, type DeskClient } from './desk-client.js';
