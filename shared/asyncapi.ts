import * as z from "zod/mini";
import { EVENT_SOURCE, events, PERSONAL_EVENTS } from "./events.ts";
import { brand } from "./site/brand.ts";

/** The JSON Schema of each event's `detail`, by detail-type. */
const eventSchemas = (): Record<string, unknown> =>
  Object.fromEntries(Object.entries(events).map(([type, schema]) => [type, z.toJSONSchema(schema)]));

/** The shop's events as an AsyncAPI 3 document. https://www.asyncapi.com/docs/reference/specification/v3.0.0 */
export function asyncApi(): object {
  const schemas = eventSchemas();
  const types = Object.keys(schemas);
  const ref = (path: string) => ({ $ref: `#/${path}` });
  return {
    asyncapi: "3.0.0",
    info: {
      title: `${brand.name}: order events`,
      version: "1.0.0",
      description:
        `Events on the shop's EventBridge bus: source \`${EVENT_SOURCE}\`, detail-type the event's type. At least once; ` +
        "drop repeats by `id`, put an order's events in order by `sequence`. " +
        `Personal data is in ${PERSONAL_EVENTS.join(", ")} only, which the shop does not archive.`,
    },
    channels: {
      orders: {
        address: EVENT_SOURCE,
        messages: Object.fromEntries(types.map((type) => [type, ref(`components/messages/${type}`)])),
      },
    },
    operations: { publish: { action: "send", channel: ref("channels/orders") } },
    components: {
      messages: Object.fromEntries(
        types.map((type) => [
          type,
          { name: type, contentType: "application/json", payload: ref(`components/schemas/${type}`) },
        ]),
      ),
      schemas,
    },
  };
}
