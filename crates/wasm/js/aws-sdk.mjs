// The request handler that connects the AWS SDK for JavaScript, version 3, with a Hashrange in the same page or
// process: no socket, no network. Owns what the SDK requires of a request handler. Must not know operations.

const REASONS = { 200: "OK", 400: "Bad Request", 500: "Internal Server Error" };

/**
 * Handles the SDK's requests: `new DynamoDBClient({ requestHandler: new HashrangeRequestHandler(service), ... })`.
 */
export class HashrangeRequestHandler {
  #service;
  #clock;
  #seen;
  #answered = 0;

  constructor(service, { clock = "virtual" } = {}) {
    if (typeof service?.dispatch !== "function") {
      throw new TypeError("the first argument is a Hashrange");
    }
    if (clock !== "virtual" && clock !== "system") {
      throw new RangeError("clock is virtual or system");
    }
    this.#service = service;
    this.#clock = clock;
    this.#seen = Date.now();
  }

  /** The SDK's description of the connection. */
  metadata = { handlerProtocol: "http/1.1" };

  async handle(request, { abortSignal } = {}) {
    if (abortSignal?.aborted) {
      throw Object.assign(new Error("Request aborted"), { name: "AbortError" });
    }
    this.#passTime();
    const target = header(request.headers, "x-amz-target") ?? "";
    const answer = this.#service.dispatch(target, text(request.body));
    this.#answered += 1;
    return {
      response: {
        statusCode: answer.status,
        reason: REASONS[answer.status],
        headers: {
          "content-type": header(request.headers, "content-type") ?? "application/x-amz-json-1.0",
          "x-amzn-requestid": `HASHRANGE${String(this.#answered).padStart(43, "0")}`,
        },
        body: new TextEncoder().encode(answer.body),
      },
    };
  }

  /** With the system's clock: as much time passes in the service as has passed outside. */
  #passTime() {
    if (this.#clock === "system") {
      const now = Date.now();
      // A clock that was set back does not move time back.
      this.#service.advance(Math.max(0, now - this.#seen));
      this.#seen = now;
    }
  }

  // There is no connection to configure or close.
  updateHttpClientConfig() {}

  httpHandlerConfigs() {
    return {};
  }

  destroy() {}
}

function header(headers, name) {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}

function text(body) {
  if (body === undefined || body === null) {
    return "";
  }
  if (typeof body === "string") {
    return body;
  }
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) {
    return new TextDecoder().decode(body);
  }
  throw new TypeError("Hashrange takes bodies as text or bytes");
}
