// Only for `npx cdk --app "node infra/delivery/app.ts" …`: the shop's own app does not contain this stack.
import { App } from "aws-cdk-lib";
import { checkSecurity } from "../app.ts";
import { DeliveryStack } from "./delivery-stack.ts";
import { deliverySettings } from "./settings.ts";

const app = new App({ analyticsReporting: false });
new DeliveryStack(
  app,
  "bourbon-vipers-delivery",
  deliverySettings((name) => app.node.tryGetContext(name) as unknown),
);
checkSecurity(app);
app.synth();
