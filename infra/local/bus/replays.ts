import * as z from "zod/mini";
import { AwsError } from "../util/aws-json.ts";
import type { EventBuses } from "./bus.ts";

const ListRulesInput = z.object({ EventBusName: z.string() });
const ListArchivesInput = z.object({ EventSourceArn: z.string() });
const StartReplayInput = z.object({
  ReplayName: z.string(),
  EventSourceArn: z.string(),
  /** Epoch seconds. */
  EventStartTime: z.number(),
  EventEndTime: z.number(),
  Destination: z.object({ Arn: z.string(), FilterArns: z._default(z.array(z.string()), []) }),
});
const DescribeReplayInput = z.object({ ReplayName: z.string() });

type Operation = (input: unknown) => object;

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/**
 * EventBridge's operations for `npm run events:replay`. StartReplay delivers all events before it answers.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_StartReplay.html
 */
export function replayOperations(buses: EventBuses): Record<string, Operation> {
  const endSecondsByName = new Map<string, number>();
  return {
    ListRules: (input) => ({
      Rules: buses
        .rulesOf(z.parse(ListRulesInput, input).EventBusName)
        .map((rule) => ({ Name: rule.name, Arn: rule.arn, Description: rule.description, State: "ENABLED" })),
    }),
    ListArchives: (input) => ({
      Archives: buses
        .archivesOf(z.parse(ListArchivesInput, input).EventSourceArn)
        .map(({ name }) => ({ ArchiveName: name, State: "ENABLED" })),
    }),
    StartReplay(input) {
      const { ReplayName, EventSourceArn, EventStartTime, EventEndTime, Destination } = z.parse(
        StartReplayInput,
        input,
      );
      // An archive can be replayed only to the bus whose events it contains.
      if (!buses.archivesOf(Destination.Arn).some(({ arn }) => arn === EventSourceArn))
        throw new AwsError("ValidationException", "The archive is not of the destination's event bus.");
      if (endSecondsByName.has(ReplayName))
        throw new AwsError("ResourceAlreadyExistsException", `Replay ${ReplayName} already exists.`);
      const ruleArns = Destination.FilterArns.length > 0 ? Destination.FilterArns : undefined;
      buses.replay(dateOf(EventStartTime), dateOf(EventEndTime), ruleArns);
      endSecondsByName.set(ReplayName, EventEndTime);
      return { State: "STARTING" };
    },
    DescribeReplay(input) {
      const { ReplayName } = z.parse(DescribeReplayInput, input);
      const endSeconds = endSecondsByName.get(ReplayName);
      if (endSeconds === undefined)
        throw new AwsError("ResourceNotFoundException", `Replay ${ReplayName} does not exist.`);
      return { ReplayName, State: "COMPLETED", EventLastReplayedTime: endSeconds };
    },
  };
}
