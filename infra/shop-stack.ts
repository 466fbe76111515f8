import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { brand } from "../shared/site/brand.ts";
import { Alarms } from "./alarms.ts";
import { Analytics } from "./analytics.ts";
import { Api } from "./api.ts";
import { BackInStock } from "./back-in-stock.ts";
import { Catalog } from "./catalog.ts";
import { Checkout } from "./checkout.ts";
import type { ConsumerProps } from "./consumers/order-events-consumer.ts";
import { FulfilmentExample } from "./consumers/fulfilment-example.ts";
import { ContactForm } from "./contact-form.ts";
import { ShopDashboard } from "./dashboard.ts";
import { Door } from "./door.ts";
import { Events } from "./events.ts";
import { featuresOf, featuresText } from "./features.ts";
import { createLogGroup, type CommonProps } from "./function.ts";
import { AdminSignIn } from "./admin-sign-in.ts";
import { Mail } from "./mail.ts";
import { Media } from "./media.ts";
import { functionsLogName } from "./names.ts";
import { ShopDeadLetterQueue } from "./queue.ts";
import { OrderPages } from "./order-pages.ts";
import { OrderNotifications } from "./order-notifications.ts";
import { ShopSecret } from "./secrets.ts";
import { Podcast } from "./podcast.ts";
import { Releases } from "./releases.ts";
import { SchedulerRole } from "./schedule.ts";
import type { StageSettings } from "./stage-settings.ts";
import { suppressLintFindings } from "./suppress-findings.ts";
import { ShopTable } from "./table.ts";
import { TicketKeys, Tickets } from "./tickets.ts";
import { Webhooks } from "./webhooks.ts";
import { Website } from "./website.ts";

type ShopStackProps = {
  settings: StageSettings;
  /** Folder of the built site. */
  siteFolder: string;
  /** Folder of the built layer with sharp. */
  layerFolder: string;
};

/** The whole shop: its constructs, and the dependencies between them. */
export class ShopStack extends Stack {
  constructor(scope: Construct, id: string, { settings, siteFolder, layerFolder }: ShopStackProps) {
    super(scope, id, {
      description: `${brand.name}: shop, podcast site and back office`,
      // CloudFront accepts certificates and firewalls only from this region.
      env: { region: "us-east-1", ...(settings.account && { account: settings.account }) },
      terminationProtection: settings.retainData && !settings.firstDeployment,
    });
    suppressLintFindings(this);
    const logGroup = createLogGroup(this, "FunctionsLog", functionsLogName(this.stackName), settings);
    const alarms = new Alarms(this, "Alarms", { ...settings, logGroup });
    const deadLetters = new ShopDeadLetterQueue(this, "DeadLetters", alarms);
    const releases = settings.gradualReleases
      ? new Releases(this, "Releases", { ...settings, alarms })
      : undefined;
    const schedulerRole = new SchedulerRole(this, "SchedulerRole", deadLetters);
    const common: CommonProps = { settings, logGroup, alarms, deadLetters, schedulerRole, releases };

    const table = new ShopTable(this, "Table", settings);
    const events = new Events(this, "Events", { ...common, table });
    const signIn = new AdminSignIn(this, "AdminSignIn", settings);
    const media = new Media(this, "Media", settings);
    media.addUploadProcessing({ ...common, table, layerFolder });
    media.addPictureRemoval({ ...common, table });
    const mail = new Mail(this, "Mail", common);
    const originSecret = new ShopSecret(
      this,
      "OriginSecret",
      "Proves to the functions that a request comes from CloudFront",
      settings,
    );

    const ticketKeys = settings.tickets ? new TicketKeys(this, "TicketKeys", settings) : undefined;

    const api = new Api(this, "Api", { ...common, signIn });
    const website = new Website(this, "Website", { ...common, api, signIn, media, originSecret, siteFolder });

    signIn.setInvitationMail(website.origin, settings.tickets ?? false);

    const propsWithSite = { ...common, table, originSecret, siteOrigin: website.origin };
    const { assets } = website;
    const catalog = new Catalog(this, "Catalog", { ...propsWithSite, events, media, signIn, assets });
    const checkout = new Checkout(this, "Checkout", { ...propsWithSite, events, mail });
    const tickets = new Tickets(this, "Tickets", {
      ...propsWithSite,
      events,
      mail,
      signIn,
      ticketKeys,
    });
    const orderPages = new OrderPages(this, "OrderPages", { ...propsWithSite, events });
    const contactForm = new ContactForm(this, "ContactForm", { ...propsWithSite, mail });
    new OrderNotifications(this, "OrderNotifications", { ...propsWithSite, events, mail, ticketKeys });
    new Analytics(this, "Analytics", { ...common, table, events });
    if (settings.webhooks) new Webhooks(this, "Webhooks", { ...common, table, events });
    const backInStock = settings.backInStock
      ? new BackInStock(this, "BackInStock", { ...propsWithSite, events, mail })
      : undefined;
    if (settings.podcast)
      new Podcast(this, "Podcast", {
        ...common,
        table,
        podcast: settings.podcast,
        siteOrigin: website.origin,
      });
    const consumerProps: ConsumerProps = {
      bus: events.bus,
      alarmTopic: alarms.topic,
      logRetentionDays: settings.logRetentionDays,
    };
    if (settings.fulfilmentExample) new FulfilmentExample(this, "FulfilmentExample", consumerProps);
    const door = settings.tickets
      ? new Door(this, "Door", { ...common, table, originSecret, signIn })
      : undefined;
    const functionsOfRoutes = {
      "catalog-api": catalog.catalogApi,
      "admin-api": catalog.adminApi,
      "checkout-api": checkout.checkoutApi,
      "stripe-webhook": checkout.stripeWebhook,
      "contact-api": contactForm.contactApi,
      "order-api": orderPages.orderApi,
      ...(door && { "door-api": door.doorApi, "staff-api": door.staffApi }),
      "ticket-api": tickets.ticketApi,
      ...(backInStock && { "back-in-stock-api": backInStock.api }),
    };
    api.addRoutes({ ...functionsOfRoutes, "render-page": catalog.renderPage });
    // New pages may call new routes, so visitors get them only after all requests go to the new versions of the functions.
    // If a gradual release fails, the pages have not changed yet.
    catalog.renderPage.node.addDependency(...Object.values(functionsOfRoutes));
    website.pages.node.addDependency(api);
    releases?.addRollbackAlarm(api.gateway.apiId);

    if (settings.dashboard)
      new ShopDashboard(this, "Dashboard", {
        settings,
        alarms,
        apiId: api.gateway.apiId,
        distributionId: website.distribution.distributionId,
        tableName: table.tableName,
      });

    const { stripeKey, webhookSecret } = checkout;
    const STORED_BY = "npm run stripe:connect stores its value";
    this.addOutput("SiteUrl", website.origin, "The shop's URL");
    this.addOutput(
      "Features",
      featuresText(featuresOf(settings)),
      "The features in use, by which npm run deploy finds new ones",
    );
    this.addOutput("StripeApiKeyArn", stripeKey.secretArn, STORED_BY);
    this.addOutput("StripeWebhookSecretArn", webhookSecret.secretArn, STORED_BY);
    if (ticketKeys)
      this.addOutput("TicketKeysArn", ticketKeys.secretArn, "npm run tickets:key makes its keys");
    this.addOutput(
      "StripeWebhookUrl",
      `${website.origin}/api/webhooks/stripe`,
      "The webhook endpoint, which npm run stripe:connect makes at Stripe",
    );
    this.addOutput(
      "BusArn",
      events.bus.eventBusArn,
      "The bus on which consumers of order events create rules",
    );
    this.addOutput(
      "UserPoolId",
      signIn.pool.userPoolId,
      "The pool in which operators create admins, in the group 'admin'",
    );
    this.addOutput(
      "UserPoolClientId",
      signIn.client.userPoolClientId,
      "The client of the back office's sign-in page",
    );
    this.addOutput("DistributionId", website.distribution.distributionId, "The CloudFront distribution");
    this.addOutput(
      "DistributionDomain",
      website.distribution.distributionDomainName,
      "The target of the domain's CNAME or ALIAS record, for a zone outside Route 53",
    );
    this.addOutput("DeadLettersUrl", deadLetters.queueUrl, "The queue of messages that could not be handled");
    this.addOutput("DeadLettersArn", deadLetters.queueArn, "The same queue, to redrive it");
    this.addOutput(
      "TableName",
      table.tableName,
      "The table with all data except pictures, accounts and secrets",
    );
    this.addOutput("MediaBucketName", media.bucket.bucketName, "The bucket of product pictures");
    this.addOutput("AlarmTopicArn", alarms.topic.topicArn, "The topic whose subscribers get alarms");
    this.addOutput(
      "OriginSecretArn",
      originSecret.secretArn,
      "CloudFront keeps a copy: change it with npm run secrets:rotate only",
    );
  }

  private addOutput(id: string, value: string, description: string): void {
    new CfnOutput(this, id, { value, description });
  }
}
