// Only for `npx cdk --app "node infra/consumers/app.ts" …`: a consumer in a stack of its own, in any account and region.
import { App } from "aws-cdk-lib";
import { checkSecurity } from "../app.ts";
import { ConsumerStack } from "./consumer-stack.ts";
import { consumerSettings } from "./settings.ts";

const app = new App({ analyticsReporting: false });
new ConsumerStack(
  app,
  "bourbon-vipers-fulfilment",
  consumerSettings((name) => app.node.tryGetContext(name) as unknown),
);
checkSecurity(app);
app.synth();
