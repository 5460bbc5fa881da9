import { type ComponentType, createElement, type ReactElement, useEffect, useState } from "react";

/** The code of a page, which is loaded on demand. */
export interface PageCode<Props> {
  fetch: () => Promise<unknown>;
  /** The page, if its code is here. */
  read: () => ComponentType<Props> | undefined;
}

export function pageCode<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): PageCode<Props> {
  let page: ComponentType<Props> | undefined;
  return { fetch: async () => void (page = (await load()).default), read: () => page };
}

/**
 * Returns the rendered page as soon as its code is here; throws if that failed. `lazy` would keep its placeholder for at least 300 ms, once shown,
 * even if the code arrives after ten. Null until then.
 */
export function usePage<Props extends object>({ fetch, read }: PageCode<Props>, props: Props): ReactElement | null {
  const [ended, setEnded] = useState<{ fetch: unknown; error: unknown }>();
  if (ended?.fetch === fetch && ended.error) throw ended.error;
  useEffect(() => {
    if (!read())
      void fetch()
        .catch((error: unknown) => error)
        .then((error) => setEnded({ fetch, error }));
  }, [fetch, read]);
  const Page = read();
  return Page ? createElement(Page, props) : null;
}
