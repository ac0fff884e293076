// A request of an authenticated sender, with all that its processing needs.
import type { Instant } from '../domain/index.js';
import type { TableRoute } from '../protocol/index.js';
import type { Login, UserOrders } from '../venue/index.js';

export interface ProvenRequest {
  readonly at: Instant;
  readonly account: UserOrders;
  /** Undefined for signed requests and for logins. */
  readonly login: Login | undefined;
  readonly route: TableRoute;
  /** Path parameters by name, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Path and query as sent. */
  readonly target: string;
  readonly query: string;
  readonly body: Buffer;
}
