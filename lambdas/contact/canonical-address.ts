/**
 * Domains of Gmail, which delivers `a.da@` and `ada@` to the same mailbox.
 * https://support.google.com/mail/answer/7436150
 */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * Pure: one spelling for all addresses of a mailbox, for limits only. Mail goes to the address that was entered. Ignores
 * case, the part from a plus sign to the @ (RFC 5233, subaddressing), and dots at Gmail.
 */
export function canonicalAddress(address: string): string {
  const lowercase = address.trim().toLowerCase();
  const atIndex = lowercase.lastIndexOf("@");
  const [local, domain] = [lowercase.slice(0, atIndex), lowercase.slice(atIndex + 1)];
  const mailbox = local.replace(/(?!^)\+.*$/, "");
  return GMAIL.has(domain) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}
