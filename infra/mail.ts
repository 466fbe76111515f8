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
    // SES silently drops mail to addresses on its suppression list. One mail that is marked as spam in the
    // team's mailbox would put that address on the list, and the team would get no more mail about messages
    // and orders.
    this.teamConfiguration = new ConfigurationSet(this, "TeamConfiguration", {
      disableSuppressionList: true,
      reputationMetrics: true,
    });
    const defaultBus = EventBus.fromEventBusName(this, "DefaultBus", "default");
    for (const configurationSet of [this.configuration, this.teamConfiguration]) {
      // Mails the operators, who have to reach the customer in another way.
      configurationSet.addEventDestination("Undelivered", {
        destination: EventDestination.snsTopic(alarms.topic),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT],
      });
      // Informs note-undelivered, so that the shop does not mail the address again. SES supports only the
      // default bus.
      configurationSet.addEventDestination("Note", {
        destination: EventDestination.eventBus(defaultBus),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      });
    }
  }

  /**
   * Matches the bounces and complaints about this shop's mail only: other senders may use the same account.
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

  /** The sender's address, and permission to send from this address only. */
  sendAccess(): EnvBinding {
    return withPermissions(this.sender, {
      actions: ["ses:SendEmail", "ses:SendRawEmail"],
      // SES also requires permission for the configuration set, even for the default set of the identity.
      resources: [
        this.identity.emailIdentityArn,
        this.arnOf(this.configuration),
        this.arnOf(this.teamConfiguration),
      ],
      conditions: { StringEquals: { "ses:FromAddress": this.sender } },
    });
  }

  /** The name of the configuration set for mail to the team. `sendAccess` includes the permission. */
  teamConfigurationSet(): EnvBinding {
    return value(this.teamConfiguration.configurationSetName);
  }

  private arnOf({ configurationSetName: resourceName }: ConfigurationSet): string {
    return Stack.of(this).formatArn({ service: "ses", resource: "configuration-set", resourceName });
  }

  /** The sender's domain, with DKIM, if its zone is in Route 53; otherwise the sender's address. */
  private senderIdentity({ hostedZone, mailSender }: StageSettings): Identity {
    if (!hostedZone || !mailSender.endsWith(`@${hostedZone.name}`)) return Identity.email(mailSender);
    const { id: hostedZoneId, name: zoneName } = hostedZone;
    return Identity.publicHostedZone(
      PublicHostedZone.fromPublicHostedZoneAttributes(this, "Zone", { hostedZoneId, zoneName }),
    );
  }

  /** Count failed mails to the team in a function's log. All functions share the alarm. */
  countTeamMailFailures({ node, logGroup }: LambdaFunction): void {
    new MetricFilter(this, `TeamMail${node.id}`, {
      logGroup,
      filterPattern: FilterPattern.stringValue("$.alarm", "=", "team-mail"),
      ...this.teamMailMetric,
    });
  }

  private get teamMailMetric() {
    return { metricNamespace: Stack.of(this).stackName, metricName: "TeamMailFailing" };
  }

  private alarmOnTeamMail(alarms: Alarms, { teamEmail }: StageSettings): void {
    const { metricNamespace: namespace, metricName } = this.teamMailMetric;
    alarms.create(this, "TeamMailFailing", {
      metric: new Metric({ namespace, metricName, statistic: "Sum", period: Duration.minutes(5) }),
      text:
        `A mail to one of the shop's own mailboxes (such as ${teamEmail}) was rejected, bounced, or was ` +
        "marked as spam: the team may miss contact messages and mails about new orders. The shop continues " +
        "to send. Check that the mailbox exists and is not full, mark the sender as safe there, and read " +
        "SES's account dashboard. The back office shows all orders.",
    });
  }
}
