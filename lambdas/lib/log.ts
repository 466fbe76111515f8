import { Logger } from "@aws-lambda-powertools/logger";

/** JSON lines to the function's log group. Never log a body, an address or a secret: ids and outcomes only. */
export const log = new Logger({ serviceName: process.env["AWS_LAMBDA_FUNCTION_NAME"] ?? "shop" });
