import { expect, test, vi } from "vitest";

const configure = vi.hoisted(() => vi.fn<(config: object) => void>());
vi.mock("aws-amplify", () => ({ Amplify: { configure } }));
// Another test file may have loaded the module with the real Amplify.
vi.resetModules();
const { configureAmplify, hasDiscounts, hasPodcast, hasTickets, readStageName } =
  await import("../../../web/src/features/admin/auth/amplify.ts");

const CONFIG = { stage: "prod", region: "us-east-1", userPoolId: "pool", userPoolClientId: "client" };

test("the configuration is read once, and again only after a failed read", async () => {
  vi.stubGlobal("window", { location: { origin: "https://shop.example" } });
  const fetchConfig = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json(CONFIG)));
  fetchConfig.mockResolvedValueOnce(new Response("", { status: 503 }));
  vi.stubGlobal("fetch", fetchConfig);
  await expect(readStageName()).rejects.toThrow("/config.json answers 503");

  await configureAmplify();
  // The defaults of settings that the configuration does not have. The dashboard reads them without waiting.
  expect([hasTickets(), hasDiscounts(), hasPodcast()]).toEqual([true, false, false]);
  expect(await readStageName()).toBe("prod");
  expect(fetchConfig).toHaveBeenCalledTimes(2);
  expect(configure).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
