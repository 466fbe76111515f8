import type { StageSettings } from "./stage-settings.ts";

/** The domain of an email address. */
export const domainOf = (email: string): string => email.replace(/^.*@/, "").toLowerCase();

/** Whether a domain is the zone's domain or one of its subdomains. */
export const isInZone = (domain: string, zone: string): boolean =>
  domain === zone || domain.endsWith(`.${zone}`);

/**
 * The identity that SES verifies. If the sender is in the zone in Route 53, the identity is the zone's name, because a
 * verified domain includes its subdomains. For any other sender, it is the sender's address.
 */
export const mailIdentity = ({
  hostedZone,
  mailSender,
}: Pick<StageSettings, "hostedZone" | "mailSender">): string =>
  hostedZone && isInZone(domainOf(mailSender), hostedZone.name) ? hostedZone.name : mailSender;
