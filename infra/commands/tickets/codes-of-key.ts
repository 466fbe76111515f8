import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { EventFacts, isEventOver } from "../../../shared/event-facts.ts";
import { Timestamp } from "../../../shared/timestamp.ts";
import { parseCode } from "../../../shared/tickets/ticket-code.ts";
import { awsOptions } from "../command.ts";

const ItemWithCode = z.object({
  pk: z.string(),
  sk: z.enum(["TICKET", "PICKUP"]),
  code: z.string(),
  event: z.optional(EventFacts),
  eventEndsAt: z.optional(Timestamp),
  void: z.optional(z.unknown()),
});

/**
 * Whether the event of a ticket is over. `event` has the date in the latest mail to the holder. `eventEndsAt` is the current
 * end, if the date was changed since. Both must be past.
 */
function isOver({ event, eventEndsAt = "" }: z.infer<typeof ItemWithCode>, now: number): boolean {
  const isPostponed = Date.parse(eventEndsAt) > now;
  return isEventOver({ event }, now) && !isPostponed;
}

/** The tickets and orders whose codes the end of a key affects. */
export type AffectedIds = { ticketIds: string[]; pickUpOrderIds: string[] };

/**
 * The usable tickets of events that are not over, and the orders with a code for the pick-up. With a number as `keyId`, only
 * those whose code this key has signed. Reads the whole table.
 */
export async function findCodesOfKey(
  keyId: number | "any",
  TableName: string,
  now: Date,
  client = DynamoDBDocumentClient.from(new DynamoDBClient(awsOptions)),
): Promise<AffectedIds> {
  const affectedIds: AffectedIds = { ticketIds: [], pickUpOrderIds: [] };
  const pages = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: "sk = :ticket OR sk = :pickUp",
      ExpressionAttributeValues: { ":ticket": "TICKET", ":pickUp": "PICKUP" },
    },
  );
  for await (const { Items = [] } of pages)
    for (const storedItem of Items) {
      const { success, data: item } = z.safeParse(ItemWithCode, storedItem);
      if (!success || item.void || isOver(item, +now)) continue;
      if (keyId !== "any" && parseCode(item.code)?.keyId !== keyId) continue;
      const id = item.pk.replace(/^\w+#/, "");
      (item.sk === "TICKET" ? affectedIds.ticketIds : affectedIds.pickUpOrderIds).push(id);
    }
  return affectedIds;
}

/** A text that says what the operator has to do about the codes. */
export const describeAffected = ({ ticketIds, pickUpOrderIds }: AffectedIds): string =>
  [
    ticketIds.length === 0
      ? "No ticket for a coming event has a code of this key."
      : `The holders of these tickets need new codes: press 'Send again' at each in the back office.\n  ${ticketIds.join("\n  ")}`,
    ...(pickUpOrderIds.length === 0
      ? []
      : [
          `These orders have a code for the pick-up of this key. The order number is enough there:\n  ${pickUpOrderIds.join("\n  ")}`,
        ]),
  ].join("\n");
