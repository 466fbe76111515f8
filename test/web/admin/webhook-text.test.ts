import { expect, test } from "vitest";
import { isDeliveryAccepted, type WebhookDelivery, type Webhook } from "../../../shared/webhooks.ts";
import {
  answerText,
  deliveryBadge,
  EVENT_TEXTS,
  triesText,
  untilText,
  webhookBadge,
} from "../../../web/src/features/admin/webhooks/webhook-text.ts";

const NOW_ISO = "2026-11-23T10:00:00.000Z";
const NOW = Date.parse(NOW_ISO);
const webhook: Webhook = {
  ...{ id: "whk_1", url: "https://hooks.example/", description: "", types: ["OrderPaid"], state: "active" },
  createdAt: NOW_ISO,
};
const delivery: WebhookDelivery = {
  ...{ id: "evt_1", type: "OrderPaid", createdAt: NOW_ISO, state: "waiting", tries: 0, canSendAgain: true },
};

test.each<[Partial<Webhook>, string, string]>([
  [{}, "Not tried yet", "neutral"],
  [{ lastTry: { at: NOW_ISO, isDelivered: true } }, "Working", "ok"],
  [{ lastTry: { at: NOW_ISO, isDelivered: false }, failingSince: NOW_ISO }, "Failing", "warn"],
  [{ state: "paused", pausedBy: "ada@example.org", failingSince: NOW_ISO }, "Paused", "neutral"],
  [{ state: "paused", pausedBy: "shop", failingSince: NOW_ISO }, "Paused after 3 days of failures", "danger"],
])("an endpoint with %j is shown as '%s'", (changes, text, tone) =>
  expect(webhookBadge({ ...webhook, ...changes })).toMatchObject({ text, tone }),
);

test.each<[Partial<WebhookDelivery>, string, string, string]>([
  [{}, "Waiting", "Not tried yet", "0 tries"],
  [
    {
      tries: 1,
      nextTryAt: "2026-11-23T10:05:00.000Z",
      lastTry: { at: NOW_ISO, status: 500, answer: "out of order", milliseconds: 3 },
    },
    ...(["Will be tried again", "500 out of order", "1 try, the next in 5 min"] as const),
  ],
  [
    {
      ...{ state: "failed", tries: 9 },
      lastTry: { at: NOW_ISO, answer: "No answer within 10 seconds", milliseconds: 10_000 },
    },
    ...(["Failed", "No answer within 10 seconds", "9 tries"] as const),
  ],
  [
    { state: "delivered", tries: 2, lastTry: { at: NOW_ISO, status: 204, answer: "", milliseconds: 40 } },
    ...(["Delivered", "204", "2 tries"] as const),
  ],
  [
    { state: "failed", canSendAgain: false },
    ...(["Failed", "The customer's data was deleted", "0 tries"] as const),
  ],
])("a delivery with %j is shown as %j", (changes, state, answer, tries) => {
  const changedDelivery = { ...delivery, ...changes };
  expect([
    deliveryBadge(changedDelivery).text,
    answerText(changedDelivery),
    triesText(changedDelivery, NOW, false),
  ]).toEqual([state, answer, tries]);
});

test("the next try of a paused endpoint comes after Resume", () =>
  expect(triesText({ ...delivery, nextTryAt: NOW_ISO }, NOW, true)).toBe("0 tries, the next after Resume"));

test("the next try is named in minutes, or in hours", () => {
  const until = (minutes: number) => untilText(new Date(NOW + minutes * 60_000).toISOString(), NOW);
  expect([until(-5), until(0.8), until(89), until(120)]).toEqual([
    "within a minute",
    "in 1 min",
    "in 89 min",
    "in 2 h",
  ]);
});

test("the events are described with the shop's words: 'items', not 'pieces'", () => {
  expect(Object.values(EVENT_TEXTS).filter((text) => /piece/i.test(text))).toEqual([]);
});

test.each([
  [undefined, false],
  [101, false],
  [200, true],
  [299, true],
  [302, false],
  [500, false],
])("an endpoint that answers with status %s has accepted the event: %s", (status, isAccepted) => {
  expect(isDeliveryAccepted(status === undefined ? {} : { status })).toBe(isAccepted);
});
