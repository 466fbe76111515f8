import { expect, test } from "vitest";
import { mailSamples } from "../../../infra/mail-samples/mail-samples.ts";
import { createConsole } from "../../../infra/local/console/console.ts";
import { readableQueueName } from "../../../infra/local/console/event-pages.ts";
import type { ConsoleSources } from "../../../infra/local/console/sources.ts";
import { createFaults } from "../../../infra/local/faults.ts";
import { ActionRefused } from "../../../infra/local/stripe/transitions.ts";
import { escapeHtml } from "../../../shared/html.ts";
import { serve } from "./serve.ts";

const MARKUP = `<script>alert("1")</script>`;
const time = "2026-11-21T09:00:00.000Z";

/** Starts the console with one row in each list; with `mails`, the list of mails is empty. */
async function startConsole(mails?: []) {
  const calls: string[] = [];
  const payment = {
    id: "cs_test_1",
    url: null,
    status: "open" as const,
    payment_status: "unpaid" as const,
    amount_total: 5_000,
  };
  const mail = {
    id: "m1",
    to: [MARKUP],
    from: MARKUP,
    replyTo: MARKUP,
    subject: MARKUP,
    text: MARKUP,
    html: `<b>${MARKUP}</b><img src="cid:tkt_1">`,
    tags: {},
    attachments: [
      { filename: "tkt_1.png", contentType: "image/png", contentId: "tkt_1", content: "cGljdHVyZQ==" },
    ],
    at: time,
  };
  const sources: ConsoleSources = {
    faults: createFaults(),
    url: "http://localhost:8080",
    ses: {
      mails: () => mails ?? [mail],
      report: (id, outcome) => id === "m1" && calls.push(`${outcome} ${id}`) > 0,
    },
    buses: {
      events: () => [{ id: "e1", source: MARKUP, detailType: MARKUP, detail: { note: MARKUP }, at: time }],
      replay: (from, to) => calls.push(`replay ${from.toISOString()} ${to.toISOString()}`),
    },
    payments: {
      sessions: () => [{ ...payment, metadata: { orderId: MARKUP }, created: 1_795_000_000 }],
      possibleActions: () => ["expire"],
      act(id, action) {
        if (action === "settle") throw new ActionRefused("not now");
        calls.push(`${action} ${id}`);
      },
      payOut: () => {
        if (calls.includes("pay out")) throw new ActionRefused("no money");
        calls.push("pay out");
      },
      pendingWebhooks: () => 1,
    },
    queues: {
      deadLetters: () => [
        { queue: MARKUP, id: "d1", body: `{"note":"${MARKUP}"}`, receiveCount: 5, at: time, error: MARKUP },
      ],
      redrive: (queue) => calls.push(`redrive ${queue ?? "all"}`),
      messageCounts: () => ({ settle: 2 }),
      pendingMessages: () => [{ queue: "settle", receives: 2, handled: false, seconds: 30 }],
      clock: {
        setMode: (mode) => void calls.push(`clock ${mode}`),
        advance: (seconds) => void calls.push(`advance ${seconds}`),
      },
    },
    table: {
      items: () => Promise.resolve({ items: [{ pk: MARKUP, sk: MARKUP, name: MARKUP }], truncated: false }),
      itemsInPartition: (pk) => Promise.resolve({ items: [{ pk, sk: "ORDER" }] }),
      queryIndex: () => Promise.resolve([{}, {}, {}]),
    },
    functions: [{ name: "checkout-api", logPath: MARKUP }],
    cognito: { putUser: ({ email, groups }) => calls.push(`user ${email} [${String(groups)}]`) },
    admin: { email: "admin@example.com", password: MARKUP },
  };
  const origin = await serve(createConsole(sources));
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const json = { "content-type": "application/json", ...headers };
    const response = await fetch(`${origin}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: json,
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { origin, post, calls, faults: sources.faults };
}

test.each([
  "/",
  "/mails",
  "/mails/m1",
  `/mails/m1?scheme=${MARKUP}&width=${MARKUP}`,
  "/previews",
  `/previews/receipt-markup?scheme=${MARKUP}&width=${MARKUP}`,
  "/events",
  "/payments",
  "/dead-letters",
  "/table",
  `/table?pk=${MARKUP}`,
  "/faults",
])("the page %s escapes data from outside and forbids inline scripts", async (path) => {
  const { origin } = await startConsole();
  const response = await fetch(origin + path);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(page).toMatch(/<h1>[^]+<\/h1>/);
  expect(page).not.toContain("<script>alert");
  expect(response.headers.get("content-security-policy")).toMatch(/script-src 'self';/);
});

test("the overview counts one mail, event, payment and dead letter in the singular", async () => {
  const { origin } = await startConsole();
  const overview = await (await fetch(`${origin}/`)).text();
  const counts = [...overview.matchAll(/<strong>(\d+)<\/strong> ([^<]+)</g)].map(([, ...count]) =>
    count.join(" "),
  );
  expect(counts).toEqual(["1 mail sent", "1 event seen", "1 payment", "1 dead letter", "0 faults on"]);
});

test.each([
  ["CheckoutSettleQueue9717F571", "Checkout Settle Queue"],
  ["DeadLetters0A1B2C3D", "Dead Letters"],
])("the page of dead letters shows the queue %s as %s", (queue, label) =>
  expect(readableQueueName(queue)).toBe(label),
);

test("the console serves a mail's own HTML in a sandbox, with the attached pictures as data URLs", async () => {
  const { origin } = await startConsole();
  const response = await fetch(`${origin}/mails/m1/body`);
  expect(await response.text()).toBe(`<b>${MARKUP}</b><img src="data:image/png;base64,cGljdHVyZQ==">`);
  expect(response.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
});

test("the console previews every kind of mail in a sandbox, with headers, text and HTML, also if no mail was sent yet", async () => {
  const { origin } = await startConsole([]);
  const listHtml = await (await fetch(`${origin}/previews`)).text();
  const ids = [...listHtml.matchAll(/href="\/_local\/previews\/([\w-]+)\?/g)].map(([, id]) => id ?? "");
  expect(new Set(ids)).toEqual(new Set(mailSamples("").map(({ id }) => id)));
  for (const { id, content, to, kind } of mailSamples("http://localhost:8080")) {
    const page = await (await fetch(`${origin}/previews/${id}`)).text();
    for (const part of [content.subject, to, `kind=${kind}`, content.text.split("\n")[0] ?? ""])
      expect(page).toContain(escapeHtml(part));
    const body = await fetch(`${origin}/previews/${id}/body`);
    const shownHtml = (await body.text()).replace(/"data:image[^"]+"/g, '"cid:"');
    expect(shownHtml).toBe(content.html.replace(/"cid:[^"]+"/g, '"cid:"'));
    expect(body.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
  }
  expect((await fetch(`${origin}/previews/none`)).status).toBe(404);
});

test("the console shows a mail in the requested color scheme, whatever the color scheme of the device", async () => {
  const { origin } = await startConsole();
  const inScheme = async (scheme: string) =>
    (await fetch(`${origin}/previews/auto-reply/body?scheme=${scheme}`)).text();
  expect(await inScheme("dark")).toContain("@media (min-width:0){.page{background-color:#0E0A08");
  expect(await inScheme("light")).toContain("@media (max-width:0){.page{background-color:#0E0A08");
  expect(await inScheme("")).toContain("@media (prefers-color-scheme:dark){.page");
  expect(await inScheme("dark")).toContain('<meta name="color-scheme" content="dark" />');
});

test("the console serves its own style sheet, script and fonts", async () => {
  const { origin } = await startConsole();
  for (const [path, type] of [
    ["/console.css", "text/css; charset=utf-8"],
    ["/console.js", "text/javascript; charset=utf-8"],
    ["/fonts/besley.woff2", "font/woff2"],
  ] as const) {
    const response = await fetch(origin + path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500);
  }
  expect((await fetch(`${origin}/fonts/package.json`)).status).toBe(404);
});

test.each([
  ["/mails.json", "mails", { subject: MARKUP, at: time }],
  ["/events.json", "events", { detailType: MARKUP }],
  [
    "/payments.json",
    "sessions",
    { id: "cs_test_1", status: "open", payment_status: "unpaid", amount_total: 5_000 },
  ],
  ["/dead-letters.json", "deadLetters", { receiveCount: 5 }],
  ["/table.json", "items", { pk: MARKUP }],
])("%s lists %s", async (path, name, row) => {
  const { origin } = await startConsole();
  expect(await (await fetch(origin + path)).json()).toMatchObject({ [name]: [row] });
});

test("/waiting.json counts waiting messages, webhooks and events", async () => {
  const { origin } = await startConsole();
  const response = await fetch(`${origin}/waiting.json`);
  expect(await response.json()).toEqual({ queues: { settle: 2 }, webhooks: 1, events: 3 });
});

test("/table.json?pk= has the items of one partition", async () => {
  const { origin } = await startConsole();
  const response = await fetch(`${origin}/table.json?pk=${encodeURIComponent("ORDER#ord_1")}`);
  expect(await response.json()).toEqual({ items: [{ pk: "ORDER#ord_1", sk: "ORDER" }] });
});

test("a JSON request and a form set the faults that they name; a form is answered by a redirect to the page", async () => {
  const { post, origin, faults } = await startConsole();
  expect(await post("/faults", { stripe: "down" })).toMatchObject({
    status: 200,
    body: { stripe: "down", mail: "normal" },
  });
  expect(await post("/faults", { stripe: "up" })).toMatchObject({
    status: 400,
    body: { error: { code: "invalid-argument" } },
  });
  const form = new URLSearchParams({ stripe: "normal", webhooks: "twice", tableDelayMs: "250" });
  const response = await fetch(`${origin}/faults`, { method: "POST", body: form, redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/_local/faults"]);
  expect(faults.get()).toMatchObject({ stripe: "normal", webhooks: "twice", tableDelayMs: 250 });
});

test("the console performs posted actions on payments, mails, dead letters, the event archive and accounts", async () => {
  const { post, calls } = await startConsole();
  expect(await post("/payments/cs_test_1", { action: "pay" })).toMatchObject({
    status: 200,
    body: { id: "cs_test_1" },
  });
  expect(await post("/payments/cs_test_1", { action: "settle" })).toMatchObject({ status: 409 });
  expect(await post("/payments/cs_test_1", { action: "steal" })).toMatchObject({ status: 400 });
  expect([await post("/payouts", {}), await post("/payouts", {})]).toMatchObject([
    { status: 200 },
    { status: 409 },
  ]);
  expect(await post("/mails/m1", { outcome: "bounce" })).toMatchObject({ status: 200 });
  expect(await post("/mails/m1", { outcome: "lost" })).toMatchObject({ status: 400 });
  expect(await post("/mails/none", { outcome: "bounce" })).toMatchObject({ status: 404 });
  expect(await post("/mails/%ZZ", { outcome: "bounce" })).toMatchObject({ status: 404 });
  await post("/dead-letters/redrive", {});
  await post("/events/replay", { from: "2026-11-21T08:00", to: "2026-11-21T09:00:00Z" });
  await post("/users", { email: "bo@example.com", password: "Temporary-1!" });
  expect(calls).toEqual([
    "pay cs_test_1",
    "pay out",
    "bounce m1",
    "redrive all",
    "replay 2026-11-21T08:00:00.000Z 2026-11-21T09:00:00.000Z",
    "user bo@example.com []",
  ]);
});

test.each<[string, Record<string, string>]>([
  ["a page of another origin", { origin: "https://evil.example" }],
  ["a page with an opaque origin", { origin: "null" }],
  ["a page of another site", { "sec-fetch-site": "cross-site" }],
  ["a page of another port of the same host", { "sec-fetch-site": "same-site" }],
])("the console refuses a change that is posted from %s", async (_, headers) => {
  const { post, faults } = await startConsole();
  expect(await post("/faults", { stripe: "down" }, headers)).toMatchObject({ status: 403 });
  expect(faults.get().stripe).toBe("normal");
});

test("the console responds 404 for an unknown path, and shows a page to a browser", async () => {
  const { origin } = await startConsole();
  const page = await fetch(`${origin}/nothing`, { headers: { accept: "text/html" } });
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('role="alert"')]);
  expect((await fetch(`${origin}/mails/none`)).status).toBe(404);
  expect((await fetch(`${origin}/faults`, { method: "DELETE" })).status).toBe(405);
});

test("the console sets and advances the queues' clock and returns the waiting messages", async () => {
  const { post, calls } = await startConsole();
  const response = await post("/queue-clock", { mode: "real", advanceSeconds: 60 });
  expect(response).toEqual({
    status: 200,
    body: { messages: [{ queue: "settle", receives: 2, handled: false, seconds: 30 }] },
  });
  expect(calls).toEqual(["clock real", "advance 60"]);
  for (const wrong of [{ mode: "slow" }, { advanceSeconds: -1 }])
    expect((await post("/queue-clock", wrong)).status).toBe(400);
});
