import { Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { EventBus, type EventPattern } from "aws-cdk-lib/aws-events";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { PublicHostedZone } from "aws-cdk-lib/aws-route53";
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { type CommonProps, type EnvBinding, value, withPermissions } from "./function.ts";
import type { StageSettings } from "./stages.ts";

/** The address that sends all mail, and the handling of mail that cannot be delivered. */
export class Mail extends Construct {
  private readonly identity: EmailIdentity;
  private readonly configuration: ConfigurationSet;
  private readonly teamConfiguration: ConfigurationSet;
  private readonly sender: string;

  constructor(scope: Construct, id: string, { settings, alarms }: CommonProps) {
    super(scope, id);
    this.alarmOnTeamMail(alarms, settings);
    this.sender = settings.mailSender;
    this.configuration = new ConfigurationSet(this, "Configuration", {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
    });
    this.identity = new EmailIdentity(this, "Sender", {
      identity: this.senderIdentity(settings),
      configurationSet: this.configuration,
    });
    // SES silently drops mail to addresses on its suppression list. If somebody marked one mail in the team's mailbox as
    // spam, contact messages and mails about new orders would no longer arrive there.
    this.teamConfiguration = new ConfigurationSet(this, "TeamConfiguration", {
      disableSuppressionList: true,
      reputationMetrics: true,
    });
    const defaultBus = EventBus.fromEventBusName(this, "DefaultBus", "default");
    for (const set of [this.configuration, this.teamConfiguration]) {
      // For a person, who has to reach the customer in another way.
      set.addEventDestination("Undelivered", {
        destination: EventDestination.snsTopic(alarms.topic),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT],
      });
      // For note-undelivered, so that the shop does not mail that address again. SES only supports the default bus.
      set.addEventDestination("Note", {
        destination: EventDestination.eventBus(defaultBus),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      });
    }
  }

  /**
   * Matches the bounces and complaints of this shop's mail. Other senders may use the same account.
   * Source: SES developer guide, "Monitoring using Amazon EventBridge", and "Contents of event data".
   */
  undelivered(): EventPattern {
    const sets = [this.configuration, this.teamConfiguration].map((set) => set.configurationSetName);
    return {
      source: ["aws.ses"],
      detailType: ["Email Bounced", "Email Complaint Received"],
      detail: { mail: { tags: { "ses:configuration-set": sets } } },
    };
  }

  /** The sender's address, and permission to send from it only. */
  send(): EnvBinding {
    return withPermissions(this.sender, {
      actions: ["ses:SendEmail", "ses:SendRawEmail"],
      // SES also demands permission for the configuration set, even for the identity's default one.
      resources: [
        this.identity.emailIdentityArn,
        this.arnOf(this.configuration),
        this.arnOf(this.teamConfiguration),
      ],
      conditions: { StringEquals: { "ses:FromAddress": this.sender } },
    });
  }

  /** The name of the configuration set for mail to the team. `send` includes the permission. */
  teamConfigurationSet(): EnvBinding {
    return value(this.teamConfiguration.configurationSetName);
  }

  private arnOf({ configurationSetName: resourceName }: ConfigurationSet): string {
    return Stack.of(this).formatArn({ service: "ses", resource: "configuration-set", resourceName });
  }

  /** The whole domain, with DKIM, if its zone is in Route 53; otherwise the address, which SES verifies by a mail. */
  private senderIdentity({ hostedZone, mailSender }: StageSettings): Identity {
    if (!hostedZone || !mailSender.endsWith(`@${hostedZone.name}`)) return Identity.email(mailSender);
    const { id: hostedZoneId, name: zoneName } = hostedZone;
    return Identity.publicHostedZone(
      PublicHostedZone.fromPublicHostedZoneAttributes(this, "Zone", { hostedZoneId, zoneName }),
    );
  }

  /**
   * Count the failures of mail to the team in a function's log. The alarm is shared by all functions.
   */
  watchTeamMail({ node, logGroup }: LambdaFunction): void {
    new MetricFilter(this, `TeamMail${node.id}`, {
      logGroup,
      filterPattern: FilterPattern.stringValue("$.alarm", "=", "team-mail"),
      ...this.teamMailFailing,
    });
  }

  private get teamMailFailing() {
    return { metricNamespace: Stack.of(this).stackName, metricName: "TeamMailFailing" };
  }

  private alarmOnTeamMail(alarms: Alarms, { teamEmail }: StageSettings): void {
    const { metricNamespace: namespace, metricName } = this.teamMailFailing;
    alarms.watch(this, "TeamMailFailing", {
      metric: new Metric({ namespace, metricName, statistic: "Sum", period: Duration.minutes(5) }),
      text:
        `A mail to one of the shop's own mailboxes (${teamEmail} above all) was refused, came back, or was marked as ` +
        "spam there: messages of the contact form and notes of new orders may be lost to the team. The shop goes on " +
        "sending. See that the mailbox exists and has room, mark the sender as safe in it, and look at SES's account " +
        "dashboard; orders that were missed are in the back office.",
    });
  }
}
