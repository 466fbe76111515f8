import type { backInStockApi } from "../../shared/api-back-in-stock.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Output } from "../../shared/endpoint.ts";
import { AppError } from "../lib/errors.ts";
import { isSameSecret } from "../lib/ids.ts";
import type { StockRequestItem } from "./request-table.ts";
import { confirmStockRequest, getRequest, parseRequestId, removeRequest } from "./request-table.ts";
import { readRequestedVariant, type RequestedVariant } from "./requested-variant.ts";

type Link = { request: string; token: string };

const invalidLink = () => new AppError(404, apiMessages.stockLinkInvalid);

/** The request that a link names; undefined if it was deleted or is too old. Throws 404 for a link that is not valid. */
async function readLinkedRequest(
  { request: id, token }: Link,
  now: Date,
): Promise<StockRequestItem | undefined> {
  const key = parseRequestId(id);
  if (!key) throw invalidLink();
  const request = await getRequest(key, now);
  if (request && !isSameSecret(request.token, token)) throw invalidLink();
  return request;
}

type LinkAnswer = Output<typeof backInStockApi.confirmStockRequest>;

/** The link's product if it is back in the store; otherwise undefined. */
async function findAvailable({ request: id }: Link, now: Date): Promise<LinkAnswer | undefined> {
  const key = parseRequestId(id);
  const product = key && (await readRequestedVariant(key, now));
  return product && isBack(product)
    ? { state: "available", subject: subjectOf(key.productId, product) }
    : undefined;
}

const isBack = ({ available, isInStore }: RequestedVariant): boolean => available > 0 && isInStore;

const subjectOf = (productId: string, { name, label }: RequestedVariant): LinkAnswer["subject"] => ({
  productId,
  name,
  ...(label ? { variant: label } : {}),
});

/**
 * Confirms a request. If the product is already back, the answer says so, and the request is deleted; a repetition gets the
 * same answer, because the first one may have been lost. Throws 404 for a link that is not valid, for a request that was deleted
 * or is too old while the product is not back, and for a product that cannot come back.
 */
export async function confirmRequest(link: Link, now: Date): Promise<LinkAnswer> {
  const request = await readLinkedRequest(link, now);
  if (!request) {
    const answer = await findAvailable(link, now);
    if (!answer) throw invalidLink();
    return answer;
  }
  if (request.state === "unconfirmed") await confirmStockRequest(request, now);
  // A StockBack event before the confirmation caused no mail to this address. So the stock is read after the
  // confirmation, and the answer says whether the product is back.
  const product = await readRequestedVariant(request, now);
  const latestRequest = await getRequest(request, now);
  if (!product) {
    if (latestRequest) await removeRequest(latestRequest);
    throw invalidLink();
  }
  const subject = subjectOf(request.productId, product);
  if (!isBack(product)) return { state: "waiting", subject };
  if (latestRequest) await removeRequest(latestRequest);
  return { state: "available", subject };
}

/**
 * Deletes the request of a link. Does nothing if the request was deleted or is too old. Throws 404 for a link that is not
 * valid.
 */
export async function endRequest(link: Link, now: Date): Promise<void> {
  const request = await readLinkedRequest(link, now);
  if (request) await removeRequest(request);
}
