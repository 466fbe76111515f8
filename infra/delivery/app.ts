// The stack with GitHub's roles for deployments. Only for `npx cdk --app "node infra/delivery/app.ts" …`: the shop's own app
// does not contain this stack.
import { createCheckedApp } from "../app.ts";
import { STACK_PREFIX } from "../names.ts";
import { DeliveryStack } from "./delivery-stack.ts";
import { deliverySettings } from "./settings.ts";

const app = createCheckedApp({});
new DeliveryStack(
  app,
  `${STACK_PREFIX}delivery`,
  deliverySettings((name) => app.node.tryGetContext(name) as unknown),
);
app.synth();
