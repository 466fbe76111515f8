// The stage of `npm start`, and the examples with which stages.ts begins. Tests synthesize only these stages. Write the settings of
// deployed stages into stages.ts.
import { generousLimits, strictLimits } from "./client-limits.ts";
import type { StageSettings } from "./stage-settings.ts";

const trialSettings = {
  // Different from the sender of `prod`. With the same sender, SES would send mails of `prod` with the identity that this stage
  // verifies: SES prefers a verified address to a verified domain.
  mailSender: "trial-shop@bourbonvipers.example",
  teamEmail: "team@bourbonvipers.example",
  alarmEmail: "alarms@bourbonvipers.example",
  retainData: false,
  gradualReleases: false,
  mailSandbox: true,
  requireSecondFactor: false,
  firewall: false,
  dashboard: false,
  logRetentionDays: 14,
  consumers: [],
  refundSignInHours: 12,
  limits: strictLimits,
} satisfies StageSettings;

/** The stage of `npm start`, and of the tests that run the whole shop: each feature that they test has to be on. */
export const localStage = {
  ...trialSettings,
  siteOrigin: "http://localhost:8080",
  limits: generousLimits,
  fulfilmentExample: true,
  webhooks: true,
  tickets: true,
  backInStock: true,
  // The local stack serves the files of infra/local/seed/media under /media/products/.
  podcast: { feed: "/media/products/feed.xml", mediaOrigins: [] },
  discounts: true,
} satisfies StageSettings;

/** What each name in `SHOP_WITH` adds to the local stage. */
export const localFeatures = {
  tax: { tax: "stripe" },
  "confirm-news": { confirmNews: true },
  shipping: {
    shipping: {
      countries: {
        US: {
          rate: {
            by: "total",
            steps: [
              { from: 0, fee: 8 },
              { from: 75, fee: 0 },
            ],
          },
          transitDays: { from: 2, to: 4 },
        },
        CA: {
          rate: {
            by: "weight",
            defaultGrams: 300,
            steps: [{ upTo: 500, fee: 15 }, { upTo: 2000, fee: 24.5 }, { fee: 42 }],
          },
          transitDays: { from: 6, to: 10 },
        },
        DE: { rate: { by: "flat", fee: 28 } },
        GB: { rate: { by: "flat", fee: 26 }, transitDays: { from: 7, to: 12 } },
      },
      handling: { days: { from: 1, to: 2 }, cutOffHour: 14, closedOn: ["2026-11-26", "2026-12-25"] },
    },
  },
} satisfies Record<string, Partial<StageSettings>>;

/** The local stage with the features of `localFeatures` whose names are in `names`. */
export function localStageWith(names: readonly string[]): StageSettings {
  let stage: StageSettings = localStage;
  for (const [name, settings] of Object.entries(localFeatures))
    if (names.includes(name)) stage = { ...stage, ...settings };
  return stage;
}

/** A stage for trials and a public one, with invented names. */
export const exampleStages = {
  dev: trialSettings,
  prod: {
    ...trialSettings,
    domain: "shop.bourbonvipers.example",
    hostedZone: { id: "Z0123456789EXAMPLE", name: "bourbonvipers.example", dmarc: "none" },
    mailSender: "shop@bourbonvipers.example",
    retainData: true,
    gradualReleases: true,
    mailSandbox: false,
    requireSecondFactor: true,
    firewall: true,
    dashboard: true,
    webhooks: true,
    tickets: true,
    runbookUrl: "https://git.bourbonvipers.example/shop/blob/main/infra/RUNBOOK.md",
    reservedConcurrency: {
      "stripe-webhook": 50,
      "settle-payment": 20,
      "checkout-api": 200,
      "refund-payment": 5,
      // Reserved concurrency is also an upper limit, so the remaining concurrency stays for the other functions.
      "catalog-api": 200,
      "render-page": 100,
    },
    logRetentionDays: 90,
  },
} satisfies Record<string, StageSettings>;

/**
 * A public stage with every feature and two consumers, for the tests and infra/PERMISSIONS.md. Its template must not have
 * more than the 500 resources that CloudFormation allows in a stack.
 */
export const fullStage = {
  ...exampleStages.prod,
  // Another zone than that of `prod`, because only one stage of an account can create the SES identity of a zone.
  domain: "shop.podcast.example",
  hostedZone: { id: "Z9876543210EXAMPLE", name: "podcast.example", dmarc: "none" },
  mailSender: "shop@podcast.example",
  ...localFeatures.tax,
  ...localFeatures["confirm-news"],
  ...localFeatures.shipping,
  podcast: {
    feed: "https://feeds.podcast.example/show.xml",
    mediaOrigins: ["https://media.podcast.example"],
  },
  discounts: true,
  backInStock: true,
  customersCancel: true,
  fulfilmentExample: true,
  consumers: ["accounting", "newsletter"].map((name) => ({
    name,
    busArn: `arn:aws:events:eu-west-1:111122223333:event-bus/${name}`,
  })),
} satisfies StageSettings;
