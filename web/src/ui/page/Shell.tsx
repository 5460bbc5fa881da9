import { WifiOff } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Toaster } from "#/ui/Toast/Toaster.tsx";
import styles from "./Shell.module.css";

type ShellProps = {
  /** The page's own name; the document's title adds the product's. */
  title: string;
  /** While there is no connection: what that means for this page. */
  offline: string | undefined;
  header: ReactNode;
  children: ReactNode;
};

/** What all pages of both sides share: the skip link, the offline banner, the header, toasts and the document's title. */
export function Shell({ title, offline, header, children }: ShellProps) {
  const documentTitle = m.ui_document_title({ page: title, product: productName() });
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <>
      <a href="#main" className={styles.skip}>
        {m.ui_skip()}
      </a>
      {offline !== undefined && (
        <Banner tone="ink" icon={WifiOff}>
          <strong>{m.ui_offline()}</strong> {offline}
        </Banner>
      )}
      {header}
      <Toaster />
      <main id="main" aria-label={title} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
