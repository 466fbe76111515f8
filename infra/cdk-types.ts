// TypeScript's exactOptionalPropertyTypes refuses the CDK's classes (`policy?: T`) where an interface has
// `policy: T | undefined`. The classes implement the interfaces, so these casts are safe.
import type { ITable, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { EventBus, IEventBus } from "aws-cdk-lib/aws-events";
import type { Alias, IFunction, IVersion, Version } from "aws-cdk-lib/aws-lambda";
import type { Bucket, IBucket } from "aws-cdk-lib/aws-s3";

export const asBus = (bus: EventBus): IEventBus => bus as IEventBus;
export const asBucket = (bucket: Bucket): IBucket => bucket as IBucket;
export const asTable = (table: TableV2): ITable => table as ITable;
export const asFunction = (alias: Alias): IFunction => alias as IFunction;
export const asVersion = (version: Version): IVersion => version as IVersion;
