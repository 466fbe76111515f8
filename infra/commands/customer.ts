// `npm run customer -- export|erase --stage prod --email ada@example.org`: a customer's personal data.
// `npm run customer -- collect-consents --stage prod`: adds earlier consents to the newsletter to the list of subscribers.
import { CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { collectConsents } from "./customer/collect-consents.ts";
import { eraseOrder, planErasure, type ErasureOutcome } from "./customer/erase-order.ts";
import { eraseStockRequests } from "./customer/erase-requests.ts";
import { eraseSubscriber } from "./customer/erase-subscriber.ts";
import { eraseTickets } from "./customer/erase-tickets.ts";
import { exportCustomer } from "./customer/export-customer.ts";
import { findIdsOfCustomer } from "./customer/stored-orders.ts";
import {
  describeOutcomes,
  describeStockRequests,
  describeTickets,
  isIncomplete,
  describeOutOfReach,
} from "./customer/texts.ts";
import { openStage, settingsOfStage } from "./open-stage.ts";
import { openOutput, requireCustomerEmail, writeOutput } from "./email-and-output.ts";

const HELP = `npm run customer -- export   prints all data about a customer in the table, as JSON; --out <file> writes it to a file
npm run customer -- erase    erases this data, except what bookkeeping must keep, and lists the places that it cannot erase
npm run customer -- collect-consents   adds the customers who agreed to the newsletter in earlier paid orders to the list of
                             subscribers; needs no --email

Make sure first that the request comes from the customer. All commands read the whole table.`;

async function exportTo(path: string | undefined, email: string): Promise<void> {
  const file = path === undefined ? undefined : openOutput(path);
  const text = `${JSON.stringify(await exportCustomer(email, new Date()), null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeOutput(file, text);
}

async function erase(email: string, stage: string, isConfirmed: boolean): Promise<void> {
  const customerIds = await findIdsOfCustomer(email);
  const { orderIds, stockRequests } = customerIds;
  if (Object.values(customerIds).some(({ length }) => length > 0)) {
    const plannedOutcomes: ErasureOutcome[] = [];
    for (const orderId of orderIds) plannedOutcomes.push((await planErasure(orderId, new Date())).outcome);
    await confirm(
      [
        describeOutcomes(plannedOutcomes, false),
        describeTickets(customerIds),
        describeStockRequests(stockRequests),
      ]
        .filter(Boolean)
        .join("\n"),
      isConfirmed,
    );
    const outcomes: ErasureOutcome[] = [];
    for (const orderId of orderIds) outcomes.push(await eraseOrder(orderId, new Date()));
    await eraseTickets(customerIds);
    await eraseStockRequests(stockRequests);
    console.log(`\nDone.\n${describeOutcomes(outcomes, true)}\n`);
    if (isIncomplete(outcomes)) process.exitCode = 1;
  } else console.log(`No order, ticket or request for a mail has the address ${email}.\n`);
  // The list of subscribers may have the address although no order has it.
  await eraseSubscriber(email);
  console.log(describeOutOfReach(settingsOfStage(stage)));
}

if (import.meta.main)
  await runCommand(async () => {
    const [action, ...args] = process.argv.slice(2);
    const isHelp = action === "--help";
    if (action === "collect-consents") {
      const { stage } = readArguments(["stage"], args, { help: HELP });
      await openStage(stage);
      console.log(`${await collectConsents()} orders with a consent to the newsletter were read.`);
      return;
    }
    if (action !== "export" && action !== "erase" && !isHelp)
      throw new CommandError(`export, erase or collect-consents?\n\n${HELP}`);
    const { stage, email, out, yes } = readArguments(["stage", "email"], isHelp ? ["--help"] : args, {
      help: HELP,
      optional: ["out"],
    });
    if (action === "erase" && out !== undefined) throw new CommandError("Only export has --out.");
    requireCustomerEmail(email);
    await openStage(stage);
    await (action === "export" ? exportTo(out, email) : erase(email, stage, yes));
  });
