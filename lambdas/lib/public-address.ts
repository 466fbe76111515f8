import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * IPv4 networks that are not part of the public internet.
 * https://www.iana.org/assignments/iana-ipv4-special-registry/
 */
const RESERVED_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved, and broadcast.
  ["224.0.0.0", 3],
] as const;

/**
 * The only IPv6 network with public addresses. It does not contain loopback, private, link-local and
 * IPv4-mapped addresses.
 */
const GLOBAL_V6 = ["2000::", 3] as const;
/**
 * Networks within GLOBAL_V6 that are not public, or that lead to IPv4 addresses (Teredo, 6to4).
 * https://www.iana.org/assignments/iana-ipv6-special-registry/
 */
const RESERVED_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const blockListOf = (
  networks: readonly (readonly [string, number])[],
  family: "ipv4" | "ipv6",
): BlockList => {
  const blockList = new BlockList();
  for (const [network, bits] of networks) blockList.addSubnet(network, bits, family);
  return blockList;
};
const reservedV4 = blockListOf(RESERVED_V4, "ipv4");
const globalV6 = blockListOf([GLOBAL_V6], "ipv6");
const reservedV6 = blockListOf(RESERVED_V6, "ipv6");

/** Whether a text is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reservedV4.check(address, "ipv4");
  return isIPv6(address) && globalV6.check(address, "ipv6") && !reservedV6.check(address, "ipv6");
}
