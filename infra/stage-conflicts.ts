import { mailIdentity } from "./mail-identity.ts";
import type { StageSettings } from "./stage-settings.ts";

type Stages = ReadonlyMap<string, StageSettings>;

/** SES and DNS compare the domain of an address without regard to case. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether both stages have the same sender, but at least one of them verifies the sender's address and not its domain. */
function shareSenderWithAddressIdentity(stage: StageSettings, otherStage: StageSettings): boolean {
  const identities = [mailIdentity(stage), mailIdentity(otherStage)];
  return (
    isSameName(stage.mailSender, otherStage.mailSender) &&
    identities.some((identity) => isSameName(identity, stage.mailSender))
  );
}

function mailConflict(otherName: string, settings: StageSettings, otherSettings: StageSettings): string[] {
  if (otherSettings.account !== settings.account) return [];
  if (otherSettings.existingMailIdentity || settings.existingMailIdentity) return [];
  const identity = mailIdentity(settings);
  if (isSameName(mailIdentity(otherSettings), identity))
    return [
      `mailSender: stage "${otherName}" also makes the SES identity ${identity}, which an account has only once. Choose a sender ` +
        "of another domain, or set existingMailIdentity in the stage that shall not make it",
    ];
  if (!shareSenderWithAddressIdentity(settings, otherSettings)) return [];
  return [
    `mailSender: stage "${otherName}" sends from ${otherSettings.mailSender} too. SES prefers a verified address to its domain, so one ` +
      "stage's mail would be sent with the other's identity. Choose another sender for one of them",
  ];
}

const domainConflict = (
  otherName: string,
  { domain }: StageSettings,
  otherSettings: StageSettings,
): string[] =>
  domain !== undefined && otherSettings.domain === domain
    ? [
        `domain: stage "${otherName}" has ${domain} too. CloudFront serves a domain from one distribution only`,
      ]
    : [];

const consumersConflict = (
  otherName: string,
  { consumers }: StageSettings,
  otherSettings: StageSettings,
): string[] =>
  consumers
    .filter(({ busArn }) => otherSettings.consumers.some((consumer) => consumer.busArn === busArn))
    .map(
      ({ busArn }) =>
        `consumers: stage "${otherName}" forwards to ${busArn} too, whose consumers could not tell the trial orders of one stage ` +
        "from the orders of the other. Make a bus for each stage",
    );

/**
 * An error for each mail sender, domain or bus that a stage must not share with another stage: AWS would refuse it, or mail and
 * orders of one stage would be taken for those of the other.
 */
export const stageConflicts = (settings: StageSettings, others: Stages): string[] =>
  [...others].flatMap(([otherName, otherSettings]) => [
    ...mailConflict(otherName, settings, otherSettings),
    ...domainConflict(otherName, settings, otherSettings),
    ...consumersConflict(otherName, settings, otherSettings),
  ]);
