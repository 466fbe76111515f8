// The CDK's classes declare `policy?: T` where their interfaces declare `policy: T | undefined`, which strict optional
// properties tell apart. An instance is what its interface says all the same, so the assertions here are sound.
import type { ITable, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { EventBus, IEventBus } from "aws-cdk-lib/aws-events";
import type { Bucket, IBucket } from "aws-cdk-lib/aws-s3";

export const asBus = (bus: EventBus): IEventBus => bus as IEventBus;
export const asBucket = (bucket: Bucket): IBucket => bucket as IBucket;
export const asTable = (table: TableV2): ITable => table as ITable;
