// Only for `npx cdk --app "node infra/consumers/app.ts" …`: a consumer in a stack of its own, in any account and region.
import { createCheckedApp } from "../app.ts";
import { ConsumerStack } from "./consumer-stack.ts";
import { consumerSettings } from "./settings.ts";

const app = createCheckedApp({});
new ConsumerStack(
  app,
  "Fulfilment",
  consumerSettings((name) => app.node.tryGetContext(name) as unknown),
);
app.synth();
