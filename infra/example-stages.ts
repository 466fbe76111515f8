// The tests synthesize these stages. Settings of a real stage belong in stages.ts.
import { generousLimits, strictLimits } from "./client-limits.ts";
import type { StageSettings } from "./stages.ts";

const trialSettings = {
  // Different from the sender of `prod`, because SES prefers a verified address to the verified domain.
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

/** The stage of `npm start`. */
export const localStage = {
  ...trialSettings,
  siteOrigin: "http://localhost:8080",
  limits: generousLimits,
  fulfilmentExample: true,
  webhooks: true,
  tickets: true,
  backInStock: true,
  // The local stack serves the files of infra/local/seed/media there.
  podcast: { feed: "/media/products/feed.xml", mediaOrigins: [] },
} satisfies StageSettings;

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
