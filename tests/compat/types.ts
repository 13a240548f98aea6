// The package's types, held against how it is used. Compiled and never run.

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import init, { initSync } from "hashrange/web";
import { Hashrange, contractVersion } from "hashrange";
import type { Answer, HashrangeEvent, HashrangeOptions, Progress, RequestError } from "hashrange";
import { HashrangeRequestHandler } from "hashrange/aws-sdk";

const options: HashrangeOptions = {
  seed: 18446744073709551615n,
  physics: { preset: "aws", indexPropagationMs: 20, replicationMs: 15, transactionMs: 5 },
  startMs: Date.now(),
  dax: { itemTtlMs: 1_000 },
  region: "eu-west-1",
  record: true,
};
const service: Hashrange = new Hashrange(options);
const preset: Hashrange = new Hashrange({ physics: "classroom", seed: 1 });
const version: number = contractVersion();

const text: string = service.request("ListTables", "{}");
const listed: { TableNames: string[] } = service.request<{ TableNames: string[] }>("ListTables", { Limit: 5 });
const untyped: any = service.request("ListTables");

const answer: Answer = service.dispatch("DynamoDB_20120810.ListTables", "{}");
const refusal: [number, string, string | undefined, string | undefined] = [
  answer.status,
  answer.body,
  answer.exception,
  answer.message,
];
const progress: Progress = service.advance(1_000);
const times: [number, number | undefined, number] = [progress.reachedMs, progress.nextDueMs, service.nowMs];

const events: HashrangeEvent[] = service.eventsSince(3);
const reported: string[] = events.map((event) => {
  switch (event.kind) {
    case "request":
      return `${event.operation} ${event.table ?? ""} ${event.capacityUnits ?? 0} ${event.direction ?? ""}`;
    case "table":
      return `${event.table} ${event.status ?? "gone"} ${event.atMs}`;
    case "index_caught_up":
      return `${event.table} ${event.index} ${event.writtenMs}`;
    case "index":
      return `${event.table} ${event.index} ${event.status ?? "gone"} ${event.backfilling ?? ""}`;
    case "backfilled":
      return `${event.table} ${event.index} ${event.entries} ${event.capacityUnits}`;
    case "expiry_scanned":
      return `${event.table} ${event.partition} ${event.found}`;
    case "expired":
      return event.table;
    case "partition_split":
      return `${event.table} ${event.index ?? ""} ${event.parent} ${event.lower} ${event.upper} ${event.reason}`;
    case "scaled":
      return `${event.table} ${event.index ?? ""} ${event.direction} ${event.from} ${event.to} ${event.refusal ?? ""}`;
    default: {
      // Every kind is above.
      const none: never = event;
      return none;
    }
  }
});

const hits: number | undefined = service.daxMetrics()?.ItemCacheHits;
const cached: Hashrange = new Hashrange({ dax: true });

const snapshot: Uint8Array = service.snapshot();
const restored: Hashrange = Hashrange.restore(snapshot);
restored.free();

try {
  service.request("GetItem", {});
} catch (error) {
  const { name, message, status, body } = error as RequestError;
  console.log(name, message, status, body);
}

const client = new DynamoDBClient({
  region: "us-east-1",
  credentials: { accessKeyId: "any", secretAccessKey: "any" },
  requestHandler: new HashrangeRequestHandler(service, { clock: "system" }),
});

// @ts-expect-error: there is no such option
new Hashrange({ sead: 1 });
// @ts-expect-error: there is no such lifetime
new Hashrange({ dax: { ttl: 1 } });
// @ts-expect-error: there are no such physics
new Hashrange({ physics: "fast" });
// @ts-expect-error: a body is text or an object
service.request("ListTables", 5);
// @ts-expect-error: the bodies of `dispatch` are text
service.dispatch("DynamoDB_20120810.ListTables", {});
// @ts-expect-error: a duration is a number
service.advance("5");
// @ts-expect-error: a sequence number is a number
service.eventsSince("3");
// @ts-expect-error: the first argument is a service
new HashrangeRequestHandler("service");

export { cached, client, hits, init, initSync, listed, preset, refusal, text, times, reported, untyped, version };
