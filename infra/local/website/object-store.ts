export type StoredObject = {
  body: Buffer;
  contentType: string;
  /** With its quotes. */
  etag: string;
  cacheControl?: string;
  lastModified: Date;
};

export type NewObject = { body: Buffer; contentType: string; cacheControl?: string };

export type ObjectStore = {
  read(bucket: string, key: string): Promise<StoredObject | undefined>;
  write(bucket: string, key: string, object: NewObject): Promise<void>;
};
