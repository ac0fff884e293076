// Parses full user names, `user@Org`; an organization's id contains no @.

/** Login name and organization; a name without @ is a login name. */
export function splitUserName(fullName: string): readonly [user: string, org: string | undefined] {
  const mark = fullName.lastIndexOf('@');
  return mark === -1 ? [fullName, undefined] : [fullName.slice(0, mark), fullName.slice(mark + 1)];
}

/** Organization of the user who entered a trade; the customer's if the user name has none. */
export function findEnteringOrg(trade: { readonly user: string; readonly org: string }): string {
  return splitUserName(trade.user)[1] ?? trade.org;
}
