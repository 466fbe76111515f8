import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { brand } from "../shared/site/brand.ts";
import { Alarms } from "./alarms.ts";
import { Analytics } from "./analytics.ts";
import { Api } from "./api.ts";
import { Catalog } from "./catalog.ts";
import { Checkout } from "./checkout.ts";
import { ContactForm } from "./contact-form.ts";
import { Events } from "./events.ts";
import type { CommonProps } from "./function.ts";
import { AdminSignIn } from "./admin-sign-in.ts";
import { Mail } from "./mail.ts";
import { Media } from "./media.ts";
import { OrderNotifications } from "./order-notifications.ts";
import { ShopSecret } from "./secrets.ts";
import type { StageSettings } from "./stages.ts";
import { ShopTable } from "./table.ts";
import { Website } from "./website.ts";

type ShopStackProps = {
  settings: StageSettings;
  /** Folder of the built site. */
  folder: string;
  /** Folder of the built layer with sharp. */
  layer: string;
};

/** The whole shop: its constructs, and the dependencies between them. */
export class ShopStack extends Stack {
  constructor(scope: Construct, id: string, { settings, folder, layer }: ShopStackProps) {
    super(scope, id, {
      description: `${brand.name}: shop, podcast site and back office`,
      // CloudFront takes certificates and firewalls of this region only. The account is left open.
      env: { region: "us-east-1" },
      terminationProtection: settings.retainData,
    });
    const common: CommonProps = { settings, alarms: new Alarms(this, "Alarms", settings) };

    const table = new ShopTable(this, "Table", common);
    const events = new Events(this, "Events", { ...common, table });
    const signIn = new AdminSignIn(this, "AdminSignIn", settings);
    const media = new Media(this, "Media", settings);
    media.process({ ...common, table, layer });
    media.removeUnused({ ...common, table });
    const mail = new Mail(this, "Mail", common);
    const originSecret = new ShopSecret(
      this,
      "OriginSecret",
      "What CloudFront sends to the functions",
      settings,
    );

    const api = new Api(this, "Api", { ...common, signIn });
    const website = new Website(this, "Website", { ...common, api, signIn, media, originSecret, folder });

    const withSite = { ...common, table, originSecret, siteOrigin: website.origin };
    const catalog = new Catalog(this, "Catalog", { ...withSite, events, media, signIn });
    const checkout = new Checkout(this, "Checkout", { ...withSite, events, mail });
    const contactForm = new ContactForm(this, "ContactForm", { ...withSite, mail });
    new OrderNotifications(this, "OrderNotifications", { ...withSite, events, mail });
    new Analytics(this, "Analytics", { ...common, table, events });
    api.serve({
      "catalog-api": catalog.catalogApi,
      "admin-api": catalog.adminApi,
      "checkout-api": checkout.checkoutApi,
      "stripe-webhook": checkout.stripeWebhook,
      "contact-api": contactForm.contactApi,
    });

    const { stripeKey, webhookSecret } = checkout;
    const setSecret = (secret: ShopSecret) =>
      `Set it once: aws secretsmanager put-secret-value --region ${this.region} --secret-id <this> --secret-string <${secret.node.id}>`;
    this.output("SiteUrl", website.origin, "Where the shop is");
    this.output("StripeApiKeyArn", stripeKey.secretArn, setSecret(stripeKey));
    this.output("StripeWebhookSecretArn", webhookSecret.secretArn, setSecret(webhookSecret));
    this.output(
      "StripeWebhookUrl",
      `${website.origin}/api/webhooks/stripe`,
      "The endpoint to make in Stripe's dashboard",
    );
    this.output("BusArn", events.bus.eventBusArn, "The bus that consumers of order events make rules on");
    this.output("UserPoolId", signIn.pool.userPoolId, "Where operators create admins, in the group 'admin'");
    this.output("UserPoolClientId", signIn.client.userPoolClientId, "The web page's client");
    this.output("DistributionId", website.distribution.distributionId, "The CloudFront distribution");
    this.output("TableName", table.tableName, "All data but pictures");
    this.output(
      "OriginSecretArn",
      originSecret.secretArn,
      "After changing it, deploy with -c originSecretVersion=<its VersionId>: CloudFront keeps a copy",
    );
  }

  private output(id: string, value: string, description: string): void {
    new CfnOutput(this, id, { value, description });
  }
}
