import { lookup, Resolver } from "node:dns/promises";
import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** The checked target of a request to another server. Connect only to `addresses`, the checked IP addresses of the host. */
export type Target = { url: URL; addresses: LookupAddress[] };

/** A URL that the shop sends no request to; the message is for the team. */
export class RefusedTarget extends Error {
  override readonly name = "RefusedTarget";
}

/**
 * `allowsLocalhost` also allows HTTP and every IP address, because the servers that the local stack calls run on the
 * developer's machine. Always false on AWS.
 */
export type TargetRules = { allowsLocalhost: boolean };

/**
 * Throws RefusedTarget if the URL is not HTTPS, or has a user name, a password, or an IP address as its host; TypeError if the
 * text is no URL.
 */
function parseAllowedUrl(text: string, { allowsLocalhost }: TargetRules): URL {
  const url = new URL(text);
  const { protocol, username, password, hostname } = url;
  const isAllowed = protocol === "https:" || (allowsLocalhost && protocol === "http:");
  if (!isAllowed) throw new RefusedTarget("The address must begin with https://");
  if (username !== "" || password !== "")
    throw new RefusedTarget("The address must not contain a user name or a password");
  if (!allowsLocalhost && isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)
    throw new RefusedTarget("The address must have a host name in place of an IP address");
  return url;
}

/** For a query of the name server: the time limit of the first try in ms, and the number of tries. */
const DNS_QUERY = { timeout: 1500, tries: 2 };

/**
 * The IP addresses of a host, IPv4 first. Throws if there are none. `lookup` is used only in the local stack: it knows names
 * such as localhost, but blocks one of Node's four threads until it has an answer, and cannot be cancelled.
 */
async function addressesOf(
  host: string,
  { allowsLocalhost }: TargetRules,
  signal: AbortSignal | undefined,
): Promise<LookupAddress[]> {
  if (allowsLocalhost) return lookup(host, { all: true });
  const resolver = new Resolver(DNS_QUERY);
  const cancel = () => resolver.cancel();
  signal?.addEventListener("abort", cancel);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  signal?.removeEventListener("abort", cancel);
  if (v4.status === "rejected" && v6.status === "rejected") throw v4.reason;
  return [
    ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
}

/**
 * Parses a URL and resolves its host. Throws the errors of `parseAllowedUrl`; RefusedTarget also if the host is unknown, or if
 * any of its IP addresses is not public. Addresses in the AWS account's own network are not public, for example.
 */
export async function resolveTarget(text: string, rules: TargetRules, signal?: AbortSignal): Promise<Target> {
  const url = parseAllowedUrl(text, rules);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await addressesOf(host, rules, signal).catch((cause: unknown) => {
    throw new RefusedTarget(`The host ${url.hostname} cannot be found`, { cause });
  });
  const isRefused = addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address));
  if (isRefused && !rules.allowsLocalhost)
    throw new RefusedTarget(`The host ${url.hostname} is not on the public internet`);
  return { url, addresses };
}
