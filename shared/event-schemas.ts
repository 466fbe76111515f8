import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/**
 * The schema of an event may only gain optional fields; any other change needs another `version`. See
 * infra/decisions/versions-of-events.md.
 */

/** The fields of every event in version 1, whatever it is about. */
export const version1Fields = { id: z.string(), version: z.literal(1), time: Timestamp };

/** The schema of an event about an order, in any version. `sequence` counts the order's events from 1 without gaps. */
export const versionedOrderEvent = <V extends 1 | 2, T extends string, S extends z.core.$ZodLooseShape>(
  version: V,
  type: T,
  description: string,
  shape: S,
) =>
  z
    .object({
      id: z.string(),
      version: z.literal(version),
      time: Timestamp,
      type: z.literal(type),
      orderId: z.string(),
      sequence: z.int().check(z.positive()),
      ...shape,
    })
    .check(z.describe(description));

/** The schema of an event about an order, in version 1. */
export const orderEvent = <T extends string, S extends z.core.$ZodLooseShape>(
  type: T,
  description: string,
  shape: S,
) => versionedOrderEvent(1, type, description, shape);

/** The schema of an event about a ticket, without names and addresses. `sequence` counts the ticket's events from 1 without gaps. */
export const ticketEvent = <T extends string, S extends z.core.$ZodLooseShape>(
  type: T,
  description: string,
  shape: S,
) =>
  z
    .object({
      ...version1Fields,
      type: z.literal(type),
      ticketId: z.string(),
      sequence: z.int().check(z.positive()),
      productId: z.string(),
      /** Absent for a ticket that an admin gave away. */
      ofOrder: z.optional(z.string()),
      ...shape,
    })
    .check(z.describe(description));

/** The schema of an event about the stock of a product or variant. `sequence` counts the product's events. */
export const stockEvent = <T extends string>(type: T, description: string) =>
  z
    .object({
      ...version1Fields,
      type: z.literal(type),
      productId: z.string(),
      variantId: z.optional(z.string()),
      sequence: z.int().check(z.positive()),
      name: z.string(),
      available: z.int(),
    })
    .check(z.describe(description));
