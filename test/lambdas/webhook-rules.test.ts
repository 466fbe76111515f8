import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isSignedByStripe } from "../../lambdas/lib/stripe-signature.ts";
import { isPublicAddress } from "../../lambdas/lib/public-address.ts";
import { postToEndpoint } from "../../lambdas/webhooks/post-to-endpoint.ts";
import { firstRetryAt, hasFailedForDays, nextRetryAt } from "../../lambdas/webhooks/retry-rules.ts";
import { newSecret, signatureOf } from "../../lambdas/webhooks/signature.ts";
import { resolveTarget } from "../../lambdas/lib/target.ts";
import { WebhookInput } from "../../shared/webhooks.ts";

const dns = vi.hoisted(() => ({
  addresses: new Map<string, string>(),
  /** Cancels DNS queries that no name server answers. */
  cancel: () => {},
}));
vi.mock("node:dns/promises", () => {
  const resolveName = (host: string, family: 4 | 6): Promise<string[]> => {
    if (host === "silent.example")
      return new Promise((_, reject) => (dns.cancel = () => reject(new Error("ECANCELLED"))));
    const address = dns.addresses.get(host);
    return address !== undefined && (address.includes(":") ? 6 : 4) === family
      ? Promise.resolve([address])
      : Promise.reject(new Error("ENOTFOUND"));
  };
  return {
    /** The local stack resolves names with this function. */
    lookup: async (host: string) => (await resolveName(host, 4)).map((address) => ({ address, family: 4 })),
    Resolver: class {
      resolve4 = (host: string) => resolveName(host, 4);
      resolve6 = (host: string) =>
        host === "silent.example" ? Promise.reject(new Error("ENODATA")) : resolveName(host, 6);
      cancel = () => dns.cancel();
    },
  };
});

describe("the address", () => {
  test.each([
    ...["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1"],
    ...["169.253.1.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::200e"],
  ])("%s may get webhooks", (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255"],
    ...["169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.2.1"],
    ...["192.0.0.170", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.255.255.250"],
    ...["240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::7f00:1"],
    ...["64:ff9b::7f00:1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "100::1"],
    ...["2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "fe80::1%eth0"],
    ...["localhost", "", "0x7f.1", "2130706433", "1.2.3", "1.2.3.4.5"],
  ])("%s may not get webhooks", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("an endpoint's URL", () => {
  const resolve = (url: string) => resolveTarget(url, { allowsLocalhost: false });
  test.each([
    ["http://hooks.example/", "must begin with https://"],
    ["ftp://hooks.example/", "must begin with https://"],
    ["https://ada:secret@hooks.example/", "must not contain a user name"],
    ["https://127.0.0.1/", "must have a host name"],
    ["https://2130706433/", "must have a host name"],
    ["https://0x7f.1/", "must have a host name"],
    ["https://[::1]/", "must have a host name"],
    ["https://8.8.8.8/", "must have a host name"],
    ["https://nowhere.example/", "cannot be found"],
    ["https://inside.example/", "is not on the public internet"],
    ["https://mapped.example/", "is not on the public internet"],
  ])("%s is refused: %s", async (url, message) => {
    dns.addresses.set("inside.example", "10.0.0.5");
    dns.addresses.set("mapped.example", "::ffff:10.0.0.5");
    await expect(resolve(url)).rejects.toThrow(message);
  });

  test("leads to the addresses that were checked", async () => {
    dns.addresses.set("hooks.example", "8.8.8.8");
    expect((await resolve("https://hooks.example:8443/in")).addresses).toEqual([
      { address: "8.8.8.8", family: 4 },
    ]);
  });
});

describe("a post", () => {
  const received: string[] = [];
  let port = 0;
  const server = createServer((req, res) => {
    received.push(`${req.method} ${req.url} ${req.headers.host}`);
    if (req.url === "/redirect") res.writeHead(307, { location: "http://hooks.example/ok" }).end();
    else if (req.url === "/large") res.writeHead(500).end(`no\u0000\n\u202e${"x".repeat(1_000_000)}`);
    else if (req.url === "/emoji") res.end(`${"x".repeat(299)}\u{1f600} thanks`);
    else if (req.url === "/slow-body") res.writeHead(200).write("thank");
    else if (req.url === "/close") req.socket.destroy();
    else if (req.url === "/upgrade")
      req.socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n");
    else if (req.url === "/101") req.socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    else if (req.url !== "/silent") res.end("thanks");
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
    dns.addresses.set("rebound.example", "127.0.0.1");
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const postTo = (path: string, { mayStoreAnswer = true, allowsLocalhost = true, timeoutMs = 5000 } = {}) =>
    postToEndpoint({
      url: `http://rebound.example:${port}${path}`,
      headers: {},
      body: "{}",
      mayStoreAnswer,
      allowsLocalhost,
      timeoutMs,
    });

  test("connects to the address that was checked, and does not resolve the name again", async () => {
    expect(await postTo("/ok")).toMatchObject({ status: 200, answer: "thanks" });
    expect(received.at(-1)).toBe(`POST /ok rebound.example:${port}`);
  });

  test("to an address that is not allowed is not sent", async () => {
    const countBefore = received.length;
    dns.addresses.set("private.example", "127.0.0.1");
    const answer = await postToEndpoint({
      url: `https://private.example:${port}/`,
      headers: {},
      body: "{}",
      mayStoreAnswer: true,
      allowsLocalhost: false,
    });
    expect(answer).toMatchObject({ answer: "The host private.example is not on the public internet" });
    expect(answer.status).toBeUndefined();
    expect(received).toHaveLength(countBefore);
  });

  test("follows no redirect, and stores only the beginning of an answer, as one line", async () => {
    const countBefore = received.length;
    expect(await postTo("/redirect")).toMatchObject({ status: 307, answer: "Redirects are not followed" });
    expect(received).toHaveLength(countBefore + 1);
    const { status, answer } = await postTo("/large");
    expect([status, answer]).toEqual([500, `no ${"x".repeat(297)}`]);
    const answerWithEmoji = await postTo("/emoji");
    expect([answerWithEmoji.answer.length, answerWithEmoji.answer.isWellFormed()]).toEqual([300, true]);
  });

  test("of personal data stores only the answer's status", async () => {
    const withoutAnswer = { mayStoreAnswer: false };
    expect(await postTo("/ok", withoutAnswer)).toMatchObject({ status: 200, answer: "" });
    expect(await postTo("/redirect", withoutAnswer)).toMatchObject({ answer: "Redirects are not followed" });
  });

  test("to a host whose name no server resolves ends at the timeout, and its DNS query is cancelled", async () => {
    const requestToSilentHost = {
      url: "https://silent.example/",
      headers: {},
      body: "{}",
      mayStoreAnswer: true,
    };
    const answer = await postToEndpoint({ ...requestToSilentHost, allowsLocalhost: false, timeoutMs: 30 });
    expect(answer).toMatchObject({ answer: "The host silent.example cannot be found" });
    expect(answer.milliseconds).toBeLessThan(400);
  });

  test("says why there was no answer", async () => {
    expect(await postTo("/silent", { timeoutMs: 30 })).toMatchObject({
      answer: "No answer within 0.03 seconds",
    });
    expect(await postTo("/close")).toMatchObject({
      answer: "The server closed the connection without an answer",
    });
  });

  test.each(["/upgrade", "/101"])("to %s, which answers 101, ends within a second", async (path) => {
    const answer = await postTo(path, { timeoutMs: 2000 });
    expect(answer).toMatchObject({ status: 101, answer: "" });
    expect(answer.milliseconds).toBeLessThan(1000);
  });

  test("returns the status of an answer even if the answer's body does not end in time", async () => {
    expect(await postTo("/slow-body", { timeoutMs: 100 })).toMatchObject({ status: 200, answer: "thank" });
  });
});

describe("the signature", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  test("follows Stripe's scheme: an HMAC over time and body with each valid secret", () => {
    const [secret, oldSecret] = [newSecret(), newSecret()];
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const header = signatureOf('{"a":1}', [secret, oldSecret], now);
    for (const valid of [secret, oldSecret])
      expect(isSignedByStripe('{"a":1}', header, valid, now)).toBe(true);
    expect(isSignedByStripe('{"a":2}', header, secret, now)).toBe(false);
    expect(isSignedByStripe('{"a":1}', header, newSecret(), now)).toBe(false);
    expect(isSignedByStripe('{"a":1}', header, secret, new Date(+now + 301_000))).toBe(false);
  });
});

test("the documented check accepts what the shop has signed, and nothing else", async () => {
  const readme = readFileSync(new URL("../../shared/events/README.md", import.meta.url), "utf8");
  const [, sample = ""] = /```js\n(.*?isFromShop.*?)```/s.exec(readme) ?? [];
  const { isFromShop } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(sample)}`
  )) as { isFromShop: (body: string, header: string | undefined, secret: string) => boolean };
  const header = signatureOf("{}", ["new", "old"], new Date());
  expect(["new", "old"].map((secret) => isFromShop("{}", header, secret))).toEqual([true, true]);
  expect([
    isFromShop("{}", header, "other"),
    isFromShop("{ }", header, "new"),
    isFromShop("{}", "", "new"),
    isFromShop("{}", signatureOf("{}", ["new"], new Date(0)), "new"),
    isFromShop("{}", undefined, "new"),
    isFromShop("{}", header.replace(/=[0-9a-f]{64}/g, ""), "new"),
    isFromShop("{}", header.replace(/[0-9a-f]{64}/g, "\u00e9".repeat(64)), "new"),
  ]).toEqual([false, false, false, false, false, false, false]);
});

describe("a failed delivery", () => {
  const createdAt = new Date("2026-11-23T10:00:00Z");
  const minutesLater = (minutes: number) => new Date(+createdAt + minutes * 60_000);
  test.each([
    [0, 1],
    [1, 5],
    [5.2, 30],
    [30, 120],
    [120, 360],
    [360, 720],
    [720, 1080],
    [1080, 1440],
    // The endpoint was paused or the schedule did not run.
    [100, 120],
  ])("after %d minutes is tried again %d minutes after the event", (failed, next) => {
    expect(nextRetryAt(createdAt, minutesLater(failed))).toEqual(minutesLater(next));
    expect(firstRetryAt(createdAt)).toEqual(minutesLater(1));
  });
  test("is not tried again after a day, and an endpoint that has failed for three days is paused", () => {
    expect(nextRetryAt(createdAt, minutesLater(1440))).toBeUndefined();
    expect(hasFailedForDays(createdAt, minutesLater(3 * 1440 - 1))).toBe(false);
    expect(hasFailedForDays(createdAt, minutesLater(3 * 1440))).toBe(true);
  });
});

test("an endpoint that takes OrderContact must take OrderErased too", () => {
  const input = { url: "https://hooks.example/", description: "", types: ["OrderContact"] };
  expect(WebhookInput.safeParse(input).error?.issues[0]?.message).toContain("needs OrderErased too");
  const inputWithBoth = { ...input, types: ["OrderErased", "OrderContact", "OrderErased"] };
  expect(WebhookInput.parse(inputWithBoth).types).toEqual(["OrderContact", "OrderErased"]);
});
