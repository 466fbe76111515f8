import * as z from "zod/mini";
import { allSamples } from "./event-samples.ts";
import { PERSONAL_EVENTS } from "./event-kinds.ts";
import { EVENT_SOURCE, events } from "./events.ts";

/** A JSON Schema (draft 7) of an event's `detail`. */
const EventSchema = z.looseObject({
  description: z.string(),
  properties: z.looseObject({ version: z.looseObject({ const: z.int() }) }),
});
type EventSchema = z.infer<typeof EventSchema>;

/**
 * The schemas of each event's `detail`, by detail-type and version (`OrderPaid.v1`). The schemas allow
 * unknown fields, because a version may gain optional fields.
 */
export const eventSchemas = (): Record<string, EventSchema> =>
  Object.fromEntries(
    Object.entries(events).flatMap(([type, event]) => {
      const schema = z.toJSONSchema(event, {
        target: "draft-7",
        io: "input",
        // A format such as date-time makes the long pattern unnecessary.
        override({ jsonSchema }) {
          if (jsonSchema.format) delete jsonSchema.pattern;
        },
      });
      return (schema.oneOf ?? schema.anyOf ?? [schema]).map((versionSchema) => {
        const eventSchema = z.parse(EventSchema, versionSchema);
        const name = `${type}.v${eventSchema.properties.version.const}`;
        return [name, { $schema: schema.$schema, title: type, ...eventSchema }];
      });
    }),
  );

/** The name of an event's version in the AsyncAPI document: 'OrderPaid' for the first, then 'OrderPaid.v2'. */
const messageName = (name: string): string => name.replace(/\.v1$/, "");

/** The shop's events as an AsyncAPI 3 document. https://www.asyncapi.com/docs/reference/specification/v3.0.0 */
export function asyncApi(): object {
  const schemas = Object.fromEntries(
    Object.entries(eventSchemas()).map(([name, schema]) => [messageName(name), schema]),
  );
  const samplesByName = new Map(
    allSamples.map((sample) => [messageName(`${sample.type}.v${sample.version}`), sample]),
  );
  const ref = (path: string) => ({ $ref: `#/${path}` });
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Order events",
      version: "1.0.0",
      description:
        `Events on the shop's EventBridge bus: source \`${EVENT_SOURCE}\`, detail-type the event's type, and the payload as ` +
        "`detail`. At least once; drop repeats by `id`, put an order's events in order by `sequence`. Ignore fields that " +
        "the schema does not name: a version may gain optional fields. " +
        `Personal data is in ${PERSONAL_EVENTS.join(", ")} only, which the shop does not archive.`,
    },
    channels: {
      orders: {
        address: EVENT_SOURCE,
        messages: Object.fromEntries(
          Object.keys(schemas).map((name) => [name, ref(`components/messages/${name}`)]),
        ),
      },
    },
    operations: { publish: { action: "send", channel: ref("channels/orders") } },
    components: {
      messages: Object.fromEntries(
        Object.entries(schemas).map(([name, { description }]) => [
          name,
          {
            name,
            title: name,
            summary: description,
            contentType: "application/json",
            payload: ref(`components/schemas/${name}`),
            examples: [{ name, payload: samplesByName.get(name) }],
          },
        ]),
      ),
      schemas,
    },
  };
}
