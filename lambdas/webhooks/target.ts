import { lookup } from "node:dns/promises";
import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { isPublicAddress } from "./address-rules.ts";

/** Where a webhook is sent: the host's `addresses` are checked, and only they may be connected to. */
export type Target = { url: URL; addresses: LookupAddress[] };

/** An address that the shop does not send to; the message is for the admin. */
export class RefusedTarget extends Error {
  override readonly name = "RefusedTarget";
}

/** `toLocalhost`: the local stack's receivers run on the developer's machine, and speak HTTP. Never set in a stage. */
export type TargetRules = { toLocalhost: boolean };

/** Throws RefusedTarget if the URL's form is refused. */
function checkForm(text: string, { toLocalhost }: TargetRules): URL {
  const url = new URL(text);
  const { protocol, username, password, hostname } = url;
  const isAllowed = protocol === "https:" || (toLocalhost && protocol === "http:");
  if (!isAllowed) throw new RefusedTarget("The address must begin with https://");
  if (username !== "" || password !== "")
    throw new RefusedTarget("The address must not contain a user name or a password");
  if (!toLocalhost && isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)
    throw new RefusedTarget("The address must have a host name in place of an IP address");
  return url;
}

/**
 * Parses an endpoint's URL and resolves its host. Throws RefusedTarget if it is not HTTPS, if the host is unknown, or if any
 * of its addresses is not of the public internet, such as one in the account's own network.
 */
export async function resolveTarget(text: string, rules: TargetRules): Promise<Target> {
  const url = checkForm(text, rules);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new RefusedTarget(`The host ${url.hostname} cannot be found`, { cause });
  });
  const isRefused = addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address));
  if (isRefused && !rules.toLocalhost)
    throw new RefusedTarget(`The host ${url.hostname} is not on the public internet`);
  return { url, addresses };
}
