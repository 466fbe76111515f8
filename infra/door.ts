import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env as DoorEnv } from "../lambdas/door-api.ts";
import type { Env as StaffEnv } from "../lambdas/staff-api.ts";
import type { AdminSignIn } from "./admin-sign-in.ts";
import { TICKETED_EVENT_KEY_PREFIXES } from "./catalog-keys.ts";
import { type CommonProps, createShopFunction } from "./function.ts";
import type { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

type DoorProps = CommonProps & { table: ShopTable; originSecret: ShopSecret; signIn: AdminSignIn };

/** The function behind the page /door, and the function with which admins invite and remove door staff. */
export class Door extends Construct {
  readonly doorApi: LambdaFunction;
  readonly staffApi: LambdaFunction;

  constructor(scope: Construct, id: string, { table, originSecret, signIn, ...common }: DoorProps) {
    super(scope, id);
    this.doorApi = createShopFunction<DoorEnv>(this, "door-api", {
      ...common,
      environment: {
        // TICKET#: a ticket, and its events in the outbox. TICKETS#: the tickets of a ticketed event (an index), and scans of
        // unknown tickets. PRODUCT# and the catalog: the ticketed events. ORDER#: orders to pick up.
        TABLE_NAME: table.nameWithAccess({
          GetItem: ["TICKET#", "ORDER#"],
          BatchGetItem: ["PRODUCT#"],
          Query: TICKETED_EVENT_KEY_PREFIXES,
          PutItem: ["TICKET#", "TICKETS#", "ORDER#"],
        }),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        USER_POOL_ID: signIn.poolIdWithGroupReadAccess(),
      },
      timeout: Duration.seconds(20),
      memorySize: 1024,
    });
    this.staffApi = createShopFunction<StaffEnv>(this, "staff-api", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({ Query: ["STAFF"], PutItem: ["STAFF"] }),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        USER_POOL_ID: signIn.poolIdWithStaffAccess(),
      },
      timeout: Duration.seconds(20),
    });
  }
}
