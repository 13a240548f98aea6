// The types of aws-sdk.mjs. They name no package: what the SDK asks of a request handler is written out.

import type { Hashrange } from "./bundler/hashrange.js";

/** A request as the SDK hands it over. */
export interface SdkRequest {
  headers: Record<string, string>;
  body?: any;
}

/** An answer as the SDK takes it. */
export interface SdkResponse {
  statusCode: number;
  reason?: string;
  headers: Record<string, string>;
  body?: any;
}

export interface HashrangeRequestHandlerOptions {
  /**
   * Whether time passes in the service when it passes outside ("system"), as waiters of the SDK need it, or in
   * `advance` alone ("virtual", the default).
   */
  clock?: "virtual" | "system";
}

/** Answers the SDK's requests with a service in the same page or process. */
export declare class HashrangeRequestHandler {
  constructor(service: Pick<Hashrange, "dispatch" | "advance">, options?: HashrangeRequestHandlerOptions);
  readonly metadata: { handlerProtocol: string };
  handle(
    request: SdkRequest,
    options?: { abortSignal?: { readonly aborted: boolean } },
  ): Promise<{ response: SdkResponse }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): {};
  destroy(): void;
}
