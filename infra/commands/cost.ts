// `npm run cost`: the estimated price of each stage for a month, from its template.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stages } from "../stages.ts";
import { readArguments, runCommand } from "./command.ts";
import {
  freeTierDollars,
  FREE_TYPES,
  monthlyPriceOf,
  PRICES_AS_OF,
  usagePerOrder,
  PER_WAF_REQUEST,
} from "./prices.ts";
import { stackNameOf } from "../names.ts";

type Template = { Resources: Record<string, { Type: string; Properties?: unknown }> };

/**
 * The price of a month without visitors, in dollars, by type of resource, less AWS's free tier. Throws for a type without a known
 * price.
 */
export function idleCost({ Resources }: Template): Record<string, number> {
  const prices: Record<string, number> = {};
  for (const [id, resource] of Object.entries(Resources)) {
    const price = monthlyPriceOf(resource);
    if (price === undefined && !FREE_TYPES.includes(resource.Type))
      throw new Error(`${id} is a ${resource.Type}, whose price is not in infra/commands/prices.ts.`);
    if (price !== undefined) prices[resource.Type] = (prices[resource.Type] ?? 0) + price;
  }
  return Object.fromEntries(
    Object.entries(prices).map(([type, price]) => [type, Math.max(0, price - (freeTierDollars[type] ?? 0))]),
  );
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A note for an account with several stages: `idleCost` subtracts the free tier from each, but AWS grants it once an account. */
export const freeTierNote = (): string =>
  `From each stage, AWS's free tier of SQS requests and alarms is subtracted, as if the stage were alone in its account. Each further ` +
  `stage in the same account costs up to ${sum(Object.values(freeTierDollars)).toFixed(2)} more a month.`;

/** The price of a month with a number of orders, in dollars. */
export function monthlyCost(template: Template, orders: number): number {
  const hasFirewall = Object.values(template.Resources).some(({ Type }) => Type === "AWS::WAFv2::WebACL");
  const perOrder = sum(
    usagePerOrder.map(
      ({ name, units, price }) =>
        units * (price + (hasFirewall && name === "CloudFront requests" ? PER_WAF_REQUEST : 0)),
    ),
  );
  return sum(Object.values(idleCost(template))) + orders * perOrder;
}

const readTemplate = async (stage: string): Promise<Template> => {
  // Loading the CDK takes two seconds. The test of this file does not need the CDK.
  const { synthShop } = await import("../app.ts");
  // The price does not depend on the content of the layer, which takes a minute to build.
  const { directory } = synthShop({ stage, layerFolder: import.meta.dirname });
  return JSON.parse(readFileSync(join(directory, `${stackNameOf(stage)}.template.json`), "utf8")) as Template;
};

const HELP = `Prints the estimated price of each stage for a month, at 0, 1,000 and 100,000 orders, from its template and a dated list of
prices. Needs no credentials.`;

const printCosts = async (): Promise<void> => {
  readArguments([], process.argv.slice(2), { help: HELP });
  const dollars = (amount: number) => amount.toFixed(2).padStart(9);
  console.log(
    `Dollars a month, prices of ${PRICES_AS_OF}. Visitors' traffic is an assumption, see prices.ts.`,
  );
  console.log(freeTierNote());
  console.log("stage    0 orders    1,000  100,000   0 orders by type");
  for (const stage of Object.keys(stages)) {
    const template = await readTemplate(stage);
    const pricesByType = Object.entries(idleCost(template)).map(
      ([type, price]) => `${type.replace(/^AWS::/, "")} ${price.toFixed(2)}`,
    );
    const costs = [0, 1_000, 100_000].map((orders) => dollars(monthlyCost(template, orders)));
    console.log(`${stage.padEnd(6)} ${costs.join("")}   ${pricesByType.join(", ")}`);
  }
};

if (import.meta.main) await runCommand(printCosts);
