import { type Fault, inFile } from "./named-test.ts";

const brokenOrders = inFile("lambdas/broken-orders.test.ts");
const brokenProducts = inFile("lambdas/broken-products.test.ts");
const productLists = inFile("lambdas/product-lists.test.ts");
const unofferedStock = inFile("lambdas/unoffered-stock.test.ts");

/** Stored data that is invalid, too large for a response, or of a size that is no longer offered. */
export const invalidStoredData: readonly Fault[] = [
  {
    fault: "a stored item that no longer matches its schema",
    tests: [
      brokenProducts("is not shown in the shop, and is listed as broken with its readable attributes"),
      brokenProducts("is repaired when an admin saves the product"),
      brokenProducts(
        "is sold out in the shop, is listed as a problem of the product, and is repaired by saving the product; its holds stay",
      ),
      brokenOrders(
        "is listed as broken with its wrong attributes; the other orders are listed, in pages of any size",
      ),
      brokenOrders(
        "gets an error that names the wrong attributes when an admin opens, changes or refunds the order",
      ),
      brokenOrders("an order without a status is shown as pending, in the list and when it is opened"),
      ["shared/cart.test.ts", "keeps a line whose product has %s, and fills it in from the catalog"],
    ],
  },
  {
    fault: "a saved product makes the lists of products fail",
    tests: [
      productLists(
        "can be listed, changed and deleted; input that the schema refuses gets 400 and changes nothing",
      ),
      productLists("a product is still shown when its stock grows above the limit of the input"),
      productLists(
        "refuses more products with a reason, can still be listed, and accepts changes that make the catalog smaller",
      ),
      [
        "infra/local/runner.test.ts",
        "may have at most 6,291,556 bytes of JSON, as on Lambda, if its body repeats %s",
      ],
      brokenOrders(
        "a page of orders ends early when the response would be too large, and the next page continues",
      ),
    ],
  },
  {
    fault: "pieces come back to a size that is no longer offered",
    tests: [
      unofferedStock(
        "are listed with the variant's name, also those whose hold has ended, and can be moved to an offered variant",
      ),
      unofferedStock(
        "that was interrupted after %i of the three steps that follow its start is finished once, when the stock is read",
      ),
    ],
  },
];
