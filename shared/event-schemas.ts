import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/** A change needs another `version` if earlier consumers or events do not fit the new schema: see infra/decisions. */
export const commonFields = { id: z.string(), version: z.literal(1), time: Timestamp };

/** An event about an order. `sequence` counts the order's events from 1 without gaps. */
export const orderEventOf = <V extends 1 | 2, T extends string, S extends z.core.$ZodLooseShape>(
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

/** An event about an order in version 1. */
export const orderEvent = <T extends string, S extends z.core.$ZodLooseShape>(
  type: T,
  description: string,
  shape: S,
) => orderEventOf(1, type, description, shape);

/** An event about a ticket, without names and addresses. `sequence` counts the ticket's events from 1 without gaps. */
export const ticketEvent = <T extends string, S extends z.core.$ZodLooseShape>(
  type: T,
  description: string,
  shape: S,
) =>
  z
    .object({
      ...commonFields,
      type: z.literal(type),
      ticketId: z.string(),
      sequence: z.int().check(z.positive()),
      productId: z.string(),
      /** Absent for a ticket that an admin gave away. */
      ofOrder: z.optional(z.string()),
      ...shape,
    })
    .check(z.describe(description));

/** An event about the stock of a product or variant. `sequence` counts the product's events. */
export const stockEvent = <T extends string>(type: T, description: string) =>
  z
    .object({
      ...commonFields,
      type: z.literal(type),
      productId: z.string(),
      variantId: z.optional(z.string()),
      sequence: z.int().check(z.positive()),
      name: z.string(),
      available: z.int(),
    })
    .check(z.describe(description));
