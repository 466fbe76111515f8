import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct, type IDependable } from "constructs";
import type { Env as AdminEnv } from "../lambdas/admin-api.ts";
import type { Env as CatalogEnv } from "../lambdas/catalog-api.ts";
import type { Env as PageEnv } from "../lambdas/render-page.ts";
import type { Env as WatchEnv } from "../lambdas/watch-stock.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import { CATALOG_KEY_PREFIXES, EPISODE_KEY_PREFIXES } from "./catalog-keys.ts";
import type { Events } from "./events.ts";
import { type CommonProps, createShopFunction, plainVariable } from "./function.ts";
import type { AdminSignIn } from "./admin-sign-in.ts";
import type { Media } from "./media.ts";
import { Subscription } from "./queue.ts";
import type { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

type CatalogProps = CommonProps & {
  table: ShopTable;
  events: Events;
  media: Media;
  signIn: AdminSignIn;
  originSecret: ShopSecret;
  siteOrigin: string;
  /** The deployment of the files to which pages refer. */
  assets: IDependable;
};

/**
 * The functions of the product catalog, of the pages that show it and of the back office, and the function that watches
 * for low stock.
 */
export class Catalog extends Construct {
  readonly catalogApi: LambdaFunction;
  readonly renderPage: LambdaFunction;
  readonly adminApi: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { table, events, media, signIn, originSecret, siteOrigin, assets, ...common }: CatalogProps,
  ) {
    super(scope, id);
    const podcast = common.settings.podcast ? "on" : "off";
    const readablePrefixes =
      podcast === "on" ? ([...CATALOG_KEY_PREFIXES, ...EPISODE_KEY_PREFIXES] as const) : CATALOG_KEY_PREFIXES;
    const tableNameWithCatalogAccess = () =>
      table.nameWithAccess({
        GetItem: readablePrefixes,
        BatchGetItem: readablePrefixes,
        Query: readablePrefixes,
      });
    this.catalogApi = createShopFunction<CatalogEnv>(this, "catalog-api", {
      ...common,
      environment: {
        TABLE_NAME: tableNameWithCatalogAccess(),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        SITE_ORIGIN: plainVariable(siteOrigin),
        BACK_IN_STOCK: plainVariable(common.settings.backInStock ? "on" : "off"),
        PODCAST: plainVariable(podcast),
      },
      timeout: Duration.seconds(10),
      memorySize: 1024,
    });
    this.renderPage = createShopFunction<PageEnv>(this, "render-page", {
      ...common,
      environment: {
        TABLE_NAME: tableNameWithCatalogAccess(),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        SITE_ORIGIN: plainVariable(siteOrigin),
        PODCAST: plainVariable(podcast),
      },
      // After this time CloudFront answers with the prerendered page, if the path has one. That page has no products.
      timeout: Duration.seconds(5),
      memorySize: 1024,
    });
    // The pages link to scripts and styles of the same build, which must be deployed first.
    this.renderPage.node.addDependency(assets);
    this.adminApi = createShopFunction<AdminEnv>(this, "admin-api", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithReadWriteAccess(),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        MEDIA_BUCKET_NAME: media.bucketNameWithUploadAccess(),
        USER_POOL_ID: signIn.poolIdWithGroupReadAccess(),
        REFUND_SIGN_IN_HOURS: plainVariable(String(common.settings.refundSignInHours)),
        WEBHOOKS: plainVariable(common.settings.webhooks ? "on" : "off"),
        PODCAST: plainVariable(podcast),
      },
      timeout: Duration.seconds(20),
    });
    const watchStock = createShopFunction<WatchEnv>(this, "watch-stock", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          Query: ["PRODUCT#"],
          PutItem: ["PRODUCT#"],
          DeleteItem: ["PRODUCT#"],
        }),
      },
      timeout: Duration.seconds(30),
    });
    new Subscription(this, "StockMoves", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: ["OrderPlaced", "OrderPaid", "CheckoutExpired"] satisfies ShopEvent["type"][],
      },
      consumer: watchStock,
    });
  }
}
