// The names of stacks, functions and log groups, so that texts and queries can contain them.

import { awsNameStart } from "../shared/site/aws-names.ts";

/** The start of the names of stacks. Throws if AWS would refuse the names: those of functions have at most 64 characters. */
export function stackPrefixOf(nameStart: string): string {
  if (!/^[a-z][a-z0-9-]{0,23}$/.test(nameStart))
    throw new Error(
      `awsNameStart in shared/site/aws-names.ts is "${nameStart}": it has to begin with a lower-case letter, and to have at most 24 lower-case letters, digits and hyphens.`,
    );
  return `${nameStart}-`;
}
/** The start of the names of all stacks: of the stages, and of the stacks for consumers and deployments. */
export const STACK_PREFIX = stackPrefixOf(awsNameStart);

export const stackNameOf = (stage: string): string => `${STACK_PREFIX}${stage}`;
export const stageOf = (stackName: string): string => stackName.replace(STACK_PREFIX, "");

/** The deployed name of a function. `name` is a file of lambdas/ without its extension. */
export const functionNameOf = (stackName: string, name: string): string => `${stackName}-${name}`;
/** The reverse of `functionNameOf`, for a stage whose name has only letters: the file of lambdas/ without its extension. */
export const fileOfFunction = (functionName: string): string =>
  functionName.replace(new RegExp(`^${STACK_PREFIX}[a-z]+-`), "");
/** The log group of all functions of the shop. */
export const functionsLogName = (stackName: string): string => `/aws/lambda/${stackName}`;
/** The log group of a function that does not write into the shop's log group. */
export const ownLogName = (stackName: string, name: string): string =>
  `/aws/lambda/${functionNameOf(stackName, name)}`;
/** The log group of the API's access log. */
export const accessLogName = (stackName: string): string => `/aws/apigateway/${stackName}`;
