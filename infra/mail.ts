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
import type { Env as ContactEnv } from "../lambdas/contact-api.ts";
import type { Env as NoteEnv } from "../lambdas/note-undelivered.ts";
import type { Env as OrderEmailEnv } from "../lambdas/send-order-email.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import type { Events } from "./events.ts";
import { allowed, plain, shopFunction, type Shop, type Use } from "./function.ts";
import { Subscription, triedAgain } from "./queue.ts";
import type { ShopSecret } from "./secrets.ts";
import type { StageSettings } from "./stages.ts";
import type { ShopTable } from "./table.ts";

/** The address that all mail comes from, and what becomes of mail that cannot be delivered. */
export class Mail extends Construct {
  private readonly identity: EmailIdentity;
  private readonly configuration: ConfigurationSet;
  private readonly teamConfiguration: ConfigurationSet;
  private readonly sender: string;

  constructor(scope: Construct, id: string, { settings, alarms }: Shop) {
    super(scope, id);
    this.sender = settings.mailSender;
    this.configuration = new ConfigurationSet(this, "Configuration", {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
    });
    this.identity = new EmailIdentity(this, "Sender", {
      identity: this.senderIdentity(settings),
      configurationSet: this.configuration,
    });
    // SES drops mail to addresses on its suppression list without a word: one 'spam' in the team's own mailbox would
    // end the contact form and all notes of orders.
    this.teamConfiguration = new ConfigurationSet(this, "TeamConfiguration", {
      disableSuppressionList: true,
      reputationMetrics: true,
    });
    const defaultBus = EventBus.fromEventBusName(this, "DefaultBus", "default");
    for (const set of [this.configuration, this.teamConfiguration]) {
      // A person reads these: somebody has to reach the customer whose receipt came back.
      set.addEventDestination("Undelivered", {
        destination: EventDestination.snsTopic(alarms.topic),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT],
      });
      // And a function, so that the shop sends nothing there again. SES knows the account's default bus only.
      set.addEventDestination("Note", {
        destination: EventDestination.eventBus(defaultBus),
        events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
      });
    }
  }

  /**
   * The events of this sender's mail that came back or was called spam; others send from the same account.
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

  /** The sender's address, and permission to send from it and from no other. */
  send(): Use {
    return allowed(this.sender, {
      actions: ["ses:SendEmail", "ses:SendRawEmail"],
      // SES asks for the configuration set as well, be it the identity's default.
      resources: [
        this.identity.emailIdentityArn,
        this.arnOf(this.configuration),
        this.arnOf(this.teamConfiguration),
      ],
      conditions: { StringEquals: { "ses:FromAddress": this.sender } },
    });
  }

  /** The configuration set to send to the team with; `send` allows it. */
  toTeam(): Use {
    return plain(this.teamConfiguration.configurationSetName);
  }

  private arnOf({ configurationSetName: resourceName }: ConfigurationSet): string {
    return Stack.of(this).formatArn({ service: "ses", resource: "configuration-set", resourceName });
  }

  /** The whole domain, signed by DKIM, where its zone is ours; otherwise the address, proved by a mail to it. */
  private senderIdentity({ hostedZone, mailSender }: StageSettings): Identity {
    if (!hostedZone || !mailSender.endsWith(`@${hostedZone.name}`)) return Identity.email(mailSender);
    const { id: hostedZoneId, name: zoneName } = hostedZone;
    return Identity.publicHostedZone(
      PublicHostedZone.fromPublicHostedZoneAttributes(this, "Zone", { hostedZoneId, zoneName }),
    );
  }
}

type LettersProps = Shop & {
  mail: Mail;
  table: ShopTable;
  events: Events;
  originSecret: ShopSecret;
  siteOrigin: string;
};

/** The functions that write to customers and to the team. */
export class Letters extends Construct {
  readonly contactApi: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { mail, table, events, originSecret, siteOrigin, ...shop }: LettersProps,
  ) {
    super(scope, id);
    const { teamEmail, mailSender, alarmEmail, limits } = shop.settings;
    this.contactApi = shopFunction<ContactEnv>(this, "contact-api", {
      ...shop,
      uses: {
        // It counts calls, and looks up whether an address takes mail; orders are none of its business.
        TABLE_NAME: table.limitedTo({ GetItem: ["MAILBOX#"], UpdateItem: ["LIMIT#"] }),
        ORIGIN_SECRET_ARN: originSecret.read(),
        MAIL_SENDER: mail.send(),
        TEAM_EMAIL: plain(teamEmail),
        TEAM_CONFIGURATION_SET: mail.toTeam(),
        SITE_ORIGIN: plain(siteOrigin),
        LIMITS: plain(JSON.stringify(limits)),
      },
      timeout: Duration.seconds(20),
      whenFailing:
        "The contact form fails; it shows the team's address instead. Read its log and SES's account dashboard.",
    });
    const sendOrderEmail = shopFunction<OrderEmailEnv>(this, "send-order-email", {
      ...shop,
      uses: {
        TABLE_NAME: table.limitedTo({
          GetItem: ["ORDER#", "MAILBOX#"],
          PutItem: ["ORDER#"],
          UpdateItem: ["ORDER#"],
          DeleteItem: ["ORDER#"],
        }),
        MAIL_SENDER: mail.send(),
        TEAM_EMAIL: plain(teamEmail),
        TEAM_CONFIGURATION_SET: mail.toTeam(),
        SITE_ORIGIN: plain(siteOrigin),
      },
      timeout: Duration.seconds(30),
      whenFailing:
        "Customers get no receipt and the team no note of new orders; the orders are safe. " +
        `${triedAgain} See SES's account dashboard.`,
    });
    new Subscription(this, "OrderEmail", {
      ...shop,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: [
          "OrderPaid",
          "OrderStatusChanged",
          "OrderCancelled",
          "RefundRequested",
          "OrderRefunded",
          "RefundFailed",
        ] satisfies ShopEvent["type"][],
      },
      to: sendOrderEmail,
      whenDead: "A customer got no mail about their order, or the team no note of it; the order is safe.",
    });
    const noteUndelivered = shopFunction<NoteEnv>(this, "note-undelivered", {
      ...shop,
      uses: {
        TABLE_NAME: table.limitedTo({ UpdateItem: ["MAILBOX#"] }),
        OWN_MAILBOXES: plain(JSON.stringify([teamEmail, mailSender, alarmEmail])),
      },
      timeout: Duration.seconds(15),
      whenFailing:
        "Mail goes on to addresses that it came back from, which in the end costs the sender its good name. " +
        triedAgain,
    });
    new Subscription(this, "Undelivered", {
      ...shop,
      pattern: mail.undelivered(),
      to: noteUndelivered,
      whenDead: "An address that mail came back from is not noted, and the shop writes to it again.",
    });
    this.watchTeamMail(
      { Contact: this.contactApi, OrderEmail: sendOrderEmail, Returned: noteUndelivered },
      shop,
    );
  }

  /** Mail to the team that is refused or returned reaches nobody by itself: these functions say so in their logs. */
  private watchTeamMail(
    functions: Record<string, LambdaFunction>,
    { alarms, settings: { teamEmail } }: Shop,
  ): void {
    const metric = { metricNamespace: Stack.of(this).stackName, metricName: "TeamMailFailing" };
    for (const [name, { logGroup }] of Object.entries(functions))
      new MetricFilter(this, `TeamMail${name}`, {
        logGroup,
        filterPattern: FilterPattern.stringValue("$.alarm", "=", "team-mail"),
        ...metric,
      });
    alarms.watch(this, "TeamMailFailing", {
      metric: new Metric({
        namespace: metric.metricNamespace,
        metricName: metric.metricName,
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      text:
        `A mail to one of the shop's own mailboxes (${teamEmail} above all) was refused, came back, or was marked as ` +
        "spam there: messages of the contact form and notes of new orders may be lost to the team. The shop goes on " +
        "sending. See that the mailbox exists and has room, mark the sender as safe in it, and look at SES's account " +
        "dashboard; orders that were missed are in the back office.",
    });
  }
}
