import type { unpublishedEventIn } from "./copy-rules.ts";
import type { CopyResult } from "./copy-table.ts";

type Plan = {
  stage: string;
  table: string;
  /** The time (ISO 8601) as of which data is restored. */
  at?: string;
  /** A table that was restored before. If undefined, AWS restores a new temporary table. */
  from?: string;
  /** The addresses of the people who become admins. */
  admins?: readonly string[] | undefined;
  order: readonly string[];
  product: readonly string[];
  partition: readonly string[];
  all: boolean;
  pictures: boolean;
  replace: boolean;
};

/** What the command will do, for the question before it starts. */
export function describePlan(plan: Plan): string {
  const { stage, table, at = "", from, admins, order, product, partition, all, pictures, replace } = plan;
  const chosenIds = [...order, ...product, ...partition];
  return [
    ...(all || chosenIds.length > 0
      ? [
          from === undefined
            ? `AWS restores ${table} of stage ${stage} as of ${at} into a temporary table.`
            : `The earlier items are in ${from}.`,
        ]
      : []),
    ...(all ? [`Items that ${table} lacks are copied back. No item that exists is changed.`] : []),
    ...(chosenIds.length > 0 ? [`These are copied back into ${table}: ${chosenIds.join(", ")}.`] : []),
    ...(replace && chosenIds.length > 0
      ? ["Orders and products that exist are REPLACED: what happened to them since then is lost."]
      : []),
    ...(order.length > 0 || all
      ? [
          "Copying sends no mail and no event. Afterwards send Stripe's events since then with npm run stripe:resend; " +
            "customers get the mails about these events again.",
        ]
      : []),
    ...(pictures ? [`Pictures that were deleted or overwritten since ${at} come back.`] : []),
    ...(admins === undefined
      ? []
      : [
          `These people become admins, even if they have left the team since the file was written: ${admins.join(", ")}. ` +
            "Those who have never signed in get an invitation mail.",
        ]),
  ].join("\n");
}

type UnpublishedEvent = NonNullable<ReturnType<typeof unpublishedEventIn>>;

export const describeUnpublishedEvent = ({ subject, type }: UnpublishedEvent): string =>
  `${subject}: ${type} was not published at that time. Open it in the back office and check what it should have caused.`;

/** What a copy of the whole table did, and what an operator still has to do by hand. */
export function describeCopy({
  copied,
  existing,
  skipped,
  unpublishedEvents,
  interruptedRestocks,
  webhooks,
}: CopyResult): string[] {
  const { event = 0, counter = 0, rebuilt = 0, subscriber = 0, expired = 0 } = skipped;
  return [
    `${copied} items are back. ${existing} existed and were not changed.`,
    `Not copied on purpose: ${event} events (they would be published again), ${counter} counters of visitors, ` +
      `${rebuilt} items of the store's list and of the books (made again within an hour), ${subscriber} subscribers (made again by npm run ` +
      `customer -- collect-consents), ${expired} expired items.`,
    ...unpublishedEvents.map(describeUnpublishedEvent),
    ...interruptedRestocks.map(
      (subject) => `${subject}: pieces were being put back on sale at that time. Count its products.`,
    ),
    ...webhooks.map(
      (url) =>
        `Webhook endpoint ${url} is back, but paused. Resume it in the back office, or remove it if it was removed on purpose.`,
    ),
  ];
}
