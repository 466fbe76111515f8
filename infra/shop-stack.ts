import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { brand } from "../shared/site/brand.ts";
import { Alarms } from "./alarms.ts";
import { Analytics } from "./analytics.ts";
import { Api } from "./api.ts";
import { Catalog } from "./catalog.ts";
import { Checkout } from "./checkout.ts";
import { Events } from "./events.ts";
import type { Shop } from "./function.ts";
import { Identity } from "./identity.ts";
import { Letters, Mail } from "./mail.ts";
import { Media } from "./media.ts";
import { ShopSecret } from "./secrets.ts";
import type { StageSettings } from "./stages.ts";
import { ShopTable } from "./table.ts";
import { Website } from "./website.ts";

type ShopProps = {
  settings: StageSettings;
  /** Folder of the built site. */
  folder: string;
  /** Folder of the built layer with sharp. */
  layer: string;
};

/** The whole shop: what there is, and what knows of what. */
export class ShopStack extends Stack {
  constructor(scope: Construct, id: string, { settings, folder, layer }: ShopProps) {
    super(scope, id, {
      description: `${brand.name}: shop, podcast site and back office`,
      // The edge takes certificates and firewalls of this region only, so everything is here; any account will do.
      env: { region: "us-east-1" },
      terminationProtection: settings.retainData,
    });
    const shop: Shop = { settings, alarms: new Alarms(this, "Alarms", settings) };

    const table = new ShopTable(this, "Table", shop);
    const events = new Events(this, "Events", { ...shop, table });
    const identity = new Identity(this, "Identity", settings);
    const media = new Media(this, "Media", settings);
    media.process({ ...shop, table, layer });
    media.tidy({ ...shop, table });
    const mail = new Mail(this, "Mail", shop);
    const originSecret = new ShopSecret(this, "OriginSecret", "What the edge shows the functions", settings);

    const api = new Api(this, "Api", { ...shop, identity });
    const website = new Website(this, "Website", { ...shop, api, identity, media, originSecret, folder });

    const common = { ...shop, table, originSecret, siteOrigin: website.origin };
    const catalog = new Catalog(this, "Catalog", { ...common, events, media, identity });
    const checkout = new Checkout(this, "Checkout", { ...common, events, mail });
    const letters = new Letters(this, "Letters", { ...common, events, mail });
    new Analytics(this, "Analytics", { ...shop, table, events });
    api.serve({
      "catalog-api": catalog.catalogApi,
      "admin-api": catalog.adminApi,
      "checkout-api": checkout.checkoutApi,
      "stripe-webhook": checkout.stripeWebhook,
      "contact-api": letters.contactApi,
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
    this.output(
      "BusArn",
      events.bus.eventBusArn,
      "All that a consumer of order events needs to know of the shop",
    );
    this.output("UserPoolId", identity.pool.userPoolId, "Where operations make admins, in the group 'admin'");
    this.output("UserPoolClientId", identity.client.userPoolClientId, "The web page's client");
    this.output("DistributionId", website.distribution.distributionId, "The edge");
    this.output("TableName", table.tableName, "Everything the shop knows");
    this.output(
      "OriginSecretArn",
      originSecret.secretArn,
      "After changing it, deploy with -c originSecretVersion=<its VersionId>: the edge keeps a copy",
    );
  }

  private output(id: string, value: string, description: string): void {
    new CfnOutput(this, id, { value, description });
  }
}
