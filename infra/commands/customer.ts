// `npm run customer -- export|erase --stage prod --email ada@example.org`: a customer's personal data.
import { writeFileSync } from "node:fs";
import { CommandError, confirm, readArguments, REGION, runCommand } from "./command.ts";
import { eraseOrder, planErasure, type Outcome } from "./customer/erase-order.ts";
import { eraseTickets } from "./customer/erase-tickets.ts";
import { exportCustomer } from "./customer/export-customer.ts";
import { idsOfCustomer } from "./customer/stored-orders.ts";
import { describeOutcomes, describeTickets, isIncomplete, outOfReach } from "./customer/texts.ts";
import { readOutputs, stageNamed } from "./deployed-stack.ts";
import { openOutput, requireEmail } from "./checked-arguments.ts";

const HELP = `npm run customer -- export   prints all that the table has of a customer, as JSON; --out <file> writes it to a file
npm run customer -- erase    erases it, except for what bookkeeping must keep, and says what it does not reach

Make sure first that it is the customer who asks. Both read the whole table.`;

async function exportTo(path: string | undefined, email: string): Promise<void> {
  const file = path === undefined ? undefined : openOutput(path);
  const text = `${JSON.stringify(await exportCustomer(email, new Date()), null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}

async function erase(email: string, stage: string, yes: boolean): Promise<void> {
  const { orderIds, ticketIds } = await idsOfCustomer(email);
  if (orderIds.length + ticketIds.length > 0) {
    const plans: Outcome[] = [];
    for (const orderId of orderIds) plans.push((await planErasure(orderId, new Date())).outcome);
    await confirm(
      [describeOutcomes(plans, false), describeTickets(ticketIds)].filter(Boolean).join("\n"),
      yes,
    );
    const outcomes: Outcome[] = [];
    for (const orderId of orderIds) outcomes.push(await eraseOrder(orderId, new Date()));
    await eraseTickets(ticketIds);
    console.log(`\nDone.\n${describeOutcomes(outcomes, true)}\n`);
    if (isIncomplete(outcomes)) process.exitCode = 1;
  } else console.log(`No order or ticket has the address ${email}.\n`);
  console.log(outOfReach(stageNamed(stage)));
}

if (import.meta.main)
  await runCommand(async () => {
    const [action, ...args] = process.argv.slice(2);
    const isHelp = action === "--help";
    const { stage, email, out, yes } = readArguments(["stage", "email"], isHelp ? ["--help"] : args, {
      help: HELP,
      optional: ["out"],
    });
    if (action !== "export" && action !== "erase") throw new CommandError(`export or erase?\n\n${HELP}`);
    if (action === "erase" && out !== undefined) throw new CommandError("Only export has --out.");
    requireEmail(email);
    const { TableName = "" } = await readOutputs(stage);
    // The shop's own table functions read these.
    process.env["TABLE_NAME"] = TableName;
    process.env["AWS_REGION"] = REGION;
    await (action === "export" ? exportTo(out, email) : erase(email, stage, yes));
  });
