import { Logger } from "@aws-lambda-powertools/logger";

/** JSON lines in the function's log group. Log ids and outcomes only, never a body, an address or a secret. */
export const log = new Logger({ serviceName: process.env["AWS_LAMBDA_FUNCTION_NAME"] ?? "shop" });
