import { productsOf } from "./buyer.ts";
import { createClient } from "./client.ts";
import { createShelf } from "./shelf.ts";
import { openSite } from "./site.ts";

/** The shop before its store; `shelved` is how many products it has, `visitStore` waits until they are shown. */
export function openStore() {
  const site = openSite();
  const client = createClient({
    get url() {
      return site.url();
    },
  });
  const shelf = createShelf(client);
  const shelved = async () => (await productsOf(site.url())).length;
  const visitStore = async (address = "/store") => {
    const visitor = await site.visit();
    await visitor.page.goto(address);
    await visitor.page
      .getByRole("status")
      .filter({ hasText: /^\d+ product/ })
      .waitFor();
    return visitor;
  };
  return { site, client, shelf, shelved, visitStore };
}
