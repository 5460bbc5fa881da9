import { m } from "#/messages.gen/messages.js";

/** An error response of the server. The screen decides how to show it; `message` is suitable for a toast. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  /**
   * @param status  the HTTP status
   * @param body    the raw body; the status text if it was empty
   * @param code    the error code, such as `invalid_credentials`; '' if the response is not from our server
   * @param fields  the errors of single fields of the request, by their API names
   * @param retryAfter  the seconds to wait before a retry; 0 if it can be retried at once
   */
  constructor(
    readonly status: number,
    readonly body: string,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string>,
    readonly retryAfter: number,
  ) {
    super(message);
  }

  /** The error as one line for a log: `STATUS: BODY`. */
  get text(): string {
    return `${this.status}: ${this.body}`;
  }
}

/** There was no response: no network, or the server is unavailable. The request may or may not have arrived. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Reads an error response completely. A body from another server (such as a proxy's page) has no code or message. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const ours = await inOurWords(parse(text));
  return new ApiError(response.status, text || response.statusText, ours.code ?? "", ours.message ?? "", ours.fields ?? {}, ours.retryAfter ?? 0);
}

/** Returns the body with its texts in the page's language: the server's are English. */
async function inOurWords(body: ErrorBody): Promise<ErrorBody> {
  const { code = "", fields = {} } = body;
  if (m.ui_locale().startsWith("en") || !code) return body;
  const words = await import("./wording.ts");
  return { ...body, message: words.formatRefusal(code, body.country), fields: words.formatFields(code, fields, body.country) };
}

interface ErrorBody {
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  retryAfter?: number;
  country?: string;
}

function parse(text: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Returns the message for the person: the server's own if it sent one, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

/** Returns the seconds to wait before a retry; 0 if it can be retried at once. */
export function waitOf(error: unknown): number {
  return error instanceof ApiError ? error.retryAfter : 0;
}
