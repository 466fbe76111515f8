// The names of functions and log groups, so that texts and queries can contain them.

/** `name` is a file of lambdas/ without its extension. */
export const functionNameOf = (stackName: string, name: string): string => `${stackName}-${name}`;
export const functionLogName = (stackName: string, name: string): string =>
  `/aws/lambda/${functionNameOf(stackName, name)}`;
export const accessLogName = (stackName: string): string => `/aws/apigateway/${stackName}`;
