import { Stack } from "aws-cdk-lib";
import { EventBus, type EventPattern } from "aws-cdk-lib/aws-events";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { PublicHostedZone, TxtRecord } from "aws-cdk-lib/aws-route53";
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import { accountInFindings, suppressFindings } from "./suppress-findings.ts";
import { type CommonProps, type EnvBinding, withPermissions } from "./function.ts";
import { domainOf, mailIdentity } from "./mail-identity.ts";
import type { StageSettings } from "./stage-settings.ts";

/** The address that sends all mail, and the handling of mail that cannot be delivered. */
export class Mail extends Construct {
  private readonly configuration: ConfigurationSet;
  private readonly teamConfiguration: ConfigurationSet;
  private readonly sender: string;
  private readonly mailSandbox: boolean;

  constructor(scope: Construct, id: string, { settings, alarms }: CommonProps) {
    super(scope, id);
    this.sender = settings.mailSender;
    this.mailSandbox = settings.mailSandbox;
    this.configuration = new ConfigurationSet(this, "Configuration", {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      // CloudWatch charges for these metrics of each set. The account's bounce and complaint rates are free.
      reputationMetrics: false,
    });
    this.addSenderIdentity(settings);
    // SES accepts mail to addresses on its suppression list, but does not deliver it. One mail that somebody in the team marks
    // as spam would put the team's address on the list. Then the team would get no more mail about messages and orders.
    this.teamConfiguration = new ConfigurationSet(this, "TeamConfiguration", {
      disableSuppressionList: true,
      reputationMetrics: false,
    });
    const defaultBus = EventBus.fromEventBusName(this, "DefaultBus", "default");
    for (const configurationSet of [this.configuration, this.teamConfiguration]) {
      // Notifies the operators by mail, because they have to reach the customer in another way.
      configurationSet.addEventDestination("Undelivered", {
        destination: EventDestination.snsTopic(alarms.topic),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT],
      });
      // Informs the function `note-undelivered`, so that the shop does not mail the address again. SES supports only the
      // default bus.
      configurationSet.addEventDestination("Note", {
        destination: EventDestination.eventBus(defaultBus),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      });
    }
  }

  /**
   * The pattern of bounces and complaints of this shop's mail only, because other senders may use the same account.
   * Source: SES developer guide, "Monitoring using Amazon EventBridge", and "Contents of event data".
   */
  undeliveredPattern(): EventPattern {
    const setNames = [this.configuration, this.teamConfiguration].map(
      ({ configurationSetName }) => configurationSetName,
    );
    return {
      source: ["aws.ses"],
      detailType: ["Email Bounced", "Email Complaint Received"],
      detail: { mail: { tags: { "ses:configuration-set": setNames } } },
    };
  }

  /**
   * The sender's address, and permission to send from this address only. SES also requires permission for the configuration
   * set of each mail.
   */
  senderWithAccess(): EnvBinding {
    const binding = this.withSendPermission(
      this.sender,
      ...this.identityNames().map((name) => this.arnOf("identity", name)),
    );
    return { ...binding, grant: (fn) => this.grantSending(fn, binding) };
  }

  /** The name of the configuration set for mail to customers, and permission to send with it. */
  configurationSetWithAccess(): EnvBinding {
    return this.nameWithAccess(this.configuration);
  }

  /** The name of the configuration set for mail to the team, and permission to send with it. */
  teamConfigurationSetWithAccess(): EnvBinding {
    return this.nameWithAccess(this.teamConfiguration);
  }

  private nameWithAccess({ configurationSetName }: ConfigurationSet): EnvBinding {
    return this.withSendPermission(
      configurationSetName,
      this.arnOf("configuration-set", configurationSetName),
    );
  }

  private withSendPermission(text: string, ...resources: string[]): EnvBinding {
    return withPermissions(text, {
      // SendEmail's simple content can have attachments, such as pictures of codes. Only MIME messages need SendRawEmail.
      // https://docs.aws.amazon.com/ses/latest/dg/attachments.html
      actions: ["ses:SendEmail"],
      resources,
      conditions: { StringEquals: { "ses:FromAddress": this.sender } },
    });
  }

  private arnOf(resource: "identity" | "configuration-set", resourceName: string): string {
    return Stack.of(this).formatArn({ service: "ses", resource, resourceName });
  }

  /**
   * The identities that SES may check when it sends a mail: the sender's address, its domain, and the parent domains, whose
   * verification includes subdomains. SES prefers the address if it is verified, for example by another stage in the same
   * account. In the sandbox SES checks the recipient as well.
   */
  private identityNames(): string[] {
    if (this.mailSandbox) return ["*"];
    const labels = domainOf(this.sender).split(".");
    // The domain and its parent domains, without the top-level domain.
    return [this.sender, ...labels.slice(1).map((_, i) => labels.slice(i).join("."))];
  }

  private grantSending(fn: LambdaFunction, { grant }: EnvBinding): void {
    grant?.(fn);
    if (!this.mailSandbox) return;
    suppressFindings(fn.role ?? fn, {
      [`AwsSolutions-IAM5[Resource::arn:aws:ses:us-east-1:${accountInFindings(this)}:identity/*]`]:
        "In the SES sandbox IAM also checks the recipient's identity. A condition allows only the shop's sender.",
    });
  }

  /**
   * Verifies the sender, unless another stack has created its identity. If the sender is in `hostedZone`, verifies the zone's
   * domain, with DKIM, MAIL FROM and, if `dmarc` is set, DMARC. For any other sender, verifies the address: SES mails a link to it.
   */
  private addSenderIdentity(settings: StageSettings): void {
    const { hostedZone, mailSender, existingMailIdentity } = settings;
    if (existingMailIdentity) return;
    const identityOptions = { configurationSet: this.configuration };
    const isSenderInZone = hostedZone && mailIdentity(settings) === hostedZone.name;
    if (!isSenderInZone) {
      new EmailIdentity(this, "Sender", { ...identityOptions, identity: Identity.email(mailSender) });
      return;
    }
    const { id: hostedZoneId, name: zoneName, dmarc } = hostedZone;
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, "Zone", { hostedZoneId, zoneName });
    new EmailIdentity(this, "Sender", {
      ...identityOptions,
      identity: Identity.publicHostedZone(zone),
      mailFromDomain: `bounce.${zoneName}`,
    });
    if (dmarc)
      new TxtRecord(this, "Dmarc", { zone, recordName: "_dmarc", values: [`v=DMARC1; p=${dmarc};`] });
  }
}
