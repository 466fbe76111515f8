import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Env as FeedEnv } from "../lambdas/read-feed.ts";
import { EPISODE_KEY_PREFIXES } from "./catalog-keys.ts";
import { type CommonProps, createShopFunction, plainVariable } from "./function.ts";
import { ScheduledFunction } from "./schedule.ts";
import type { StageSettings } from "./stage-settings.ts";
import type { ShopTable } from "./table.ts";

type PodcastProps = CommonProps & {
  table: ShopTable;
  podcast: NonNullable<StageSettings["podcast"]>;
  siteOrigin: string;
};

/** The function that reads the podcast's feed every 15 minutes. */
export class Podcast extends Construct {
  constructor(scope: Construct, id: string, { table, podcast, siteOrigin, ...common }: PodcastProps) {
    super(scope, id);
    const { feed, mediaOrigins } = podcast;
    const readFeed = createShopFunction<FeedEnv>(this, "read-feed", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          GetItem: EPISODE_KEY_PREFIXES,
          BatchGetItem: EPISODE_KEY_PREFIXES,
          Query: EPISODE_KEY_PREFIXES,
          PutItem: EPISODE_KEY_PREFIXES,
          UpdateItem: EPISODE_KEY_PREFIXES,
          DeleteItem: EPISODE_KEY_PREFIXES,
        }),
        // The setting is a URL, or a path of the shop's own site.
        FEED_URL: plainVariable(feed.startsWith("/") ? siteOrigin + feed : feed),
        MEDIA_ORIGINS: plainVariable(JSON.stringify([siteOrigin, ...mediaOrigins])),
      },
      // The first read of a feed with thousands of episodes writes each of them.
      timeout: Duration.minutes(5),
      // A feed has up to 10 MB, and needs several times as much memory when it is parsed.
      memorySize: 1024,
    });
    new ScheduledFunction(this, "Schedule", { ...common, every: "15 minutes", fn: readFeed });
  }
}
