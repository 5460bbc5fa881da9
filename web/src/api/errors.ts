import { m } from "#/messages.gen/messages.js";

/** The server answered, but not with success. The screen decides how to say it; `message` is fit for a toast. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  /**
   * @param status  the HTTP status
   * @param body    the body exactly as it came; the status text if it was empty
   * @param code    what a program switches on, such as `invalid_credentials`; '' if the answer was not ours
   * @param fields  what is wrong with single fields of the request, by their names on the wire
   * @param retryAfter  the seconds to wait before the next try counts; 0 if there is no need to wait
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

/** No answer came at all: no network, or the server is away. The request may or may not have arrived. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Reads an unsuccessful response to its end. A body that is not ours (a proxy's page, say) has no code or message. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const ours = await inOurWords(parse(text));
  return new ApiError(
    response.status,
    text || response.statusText,
    ours.code ?? "",
    ours.message ?? "",
    ours.fields ?? {},
    ours.retryAfter ?? 0,
  );
}

/** The body with its words in the page's language: the server's are English. */
async function inOurWords(body: ErrorBody): Promise<ErrorBody> {
  const { code = "", fields = {} } = body;
  if (m.ui_locale().startsWith("en") || !code) return body;
  const words = await import("./wording.ts");
  return { ...body, message: words.formatRefusal(code), fields: words.formatFields(code, fields) };
}

interface ErrorBody {
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  retryAfter?: number;
}

function parse(text: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** What to tell the person: the server's own words if it sent any, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

/** The seconds to wait before the next try counts; 0 where trying again at once is as good. */
export function waitOf(error: unknown): number {
  return error instanceof ApiError ? error.retryAfter : 0;
}
